// OpenCL C declarations of cl_intel_bfloat16_conversions: floats to the bits of bfloats and back.
// The compiler turns the calls into OpConvertFToBF16INTEL and OpConvertBF16ToFINTEL.
#ifndef HEDDLE_BFLOAT16_CONVERSIONS_H
#define HEDDLE_BFLOAT16_CONVERSIONS_H

#define HEDDLE_BFLOAT16_ROUNDING(function, bits, floats)                                           \
  bits __attribute__((overloadable, const)) function(floats x);
#define HEDDLE_BFLOAT16_WIDENING(function, floats, bits)                                           \
  floats __attribute__((overloadable, const)) function(bits x);
#include "bfloat16_conversions.def"

#endif
