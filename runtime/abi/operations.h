/* What a kernel binary may say of how much a launch does, for who watches it (HEDDLE_TRACE). */
#ifndef HEDDLE_RUNTIME_ABI_OPERATIONS_H
#define HEDDLE_RUNTIME_ABI_OPERATIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* floatOperations: additions, subtractions, multiplications and divisions of floating-point
 * numbers, fused ones as two. integerProducts: the same of matrix products of integers.
 * bytesRead, bytesWritten: of accesses to global memory, each as often as it is done. */
enum {
  heddleFloatOperations = 0,
  heddleIntegerProducts = 1,
  heddleBytesRead = 2,
  heddleBytesWritten = 3,
  heddleQuantities = 4
};

/* What a work-item does by itself, and what a sub-group does together. */
typedef struct HeddleOperations {
  uint64_t ofWorkItem[heddleQuantities];
  uint64_t ofSubGroup[heddleQuantities];
} HeddleOperations;

/* The symbol of kernel k is k.operations, where all work-items do the same and arguments alone say
 * how often. A bit of the result for each quantity that is known. What is nothing is not written.
 * arguments: the argument block of a launch, as its entry point gets it. */
typedef uint32_t (*HeddleKernelOperations)(const void *arguments, HeddleOperations *operations);

#ifdef __cplusplus
}
#endif

#endif
