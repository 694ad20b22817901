#include "compiler/frontend/needed_headers.hpp"

#include <gtest/gtest.h>

namespace heddle::compiler {
namespace {

TEST(NeededHeadersTest, EveryMatrixFunctionIsSeen) {
  static constexpr const char *names[] = {
#define HEDDLE_MATRIX_MAD(function, N, M, K, aFormat, bFormat, cFormat, aType, bType, cType, bits) \
  #function,
#define HEDDLE_TF32_CONVERSION(function, type) #function,
#include "builtins/include/subgroup_matrix.def"
  };
  for (const char *name : names)
    EXPECT_TRUE(mayNameMatrixFunctions(std::string("x = ") + name + "(y);")) << name;
}

TEST(NeededHeadersTest, NamesThatCanComeFromElsewhereAreNotRuledOut) {
  for (const char *text :
       {"#include \"mad.h\"", "#  import <mad.h>", "%:include <mad.h>", "#define J(a, b) a##b",
        "#define J(a, b) a%:%:b", "matri\\\nx_mad", "matri\\ \r\nx_mad", "matri\\\n\\\nx_mad",
        "#define J(a, b) a?\?=?\?=b", "matri?\?/\nx_mad"})
    EXPECT_TRUE(mayNameMatrixFunctions(text)) << text;
}

TEST(NeededHeadersTest, OrdinaryProgramsDoWithout) {
  for (const char *text : {"", "kernel void k(global float *a) { a[get_global_id(0)] += 1; }",
                           "#define SWAP(a, b) \\\n  { int t = a; a = b; b = t; }\n",
                           "#define TWO a \\\n b", "\\", "a\\"})
    EXPECT_FALSE(mayNameMatrixFunctions(text)) << text;
}

TEST(NeededHeadersTest, EveryBFloat16ConversionIsSeen) {
  static constexpr const char *names[] = {
#define HEDDLE_BFLOAT16_ROUNDING(function, bits, floats) #function,
#define HEDDLE_BFLOAT16_WIDENING(function, floats, bits) #function,
#include "builtins/include/bfloat16_conversions.def"
  };
  for (const char *name : names)
    EXPECT_TRUE(mayNameBFloat16Conversions(std::string("x = ") + name + "(y);")) << name;
  EXPECT_FALSE(mayNameBFloat16Conversions("x = intel_sub_group_bf16_bf16_matrix_mad_k16(a, b);"));
}

TEST(NeededHeadersTest, EveryIntelSubGroupFunctionIsSeen) {
  for (const char *name :
       {"intel_sub_group_shuffle", "intel_sub_group_block_read_us8", "intel_sub_group_reduce_add"})
    EXPECT_TRUE(mayNameIntelSubGroupFunctions(std::string("x = ") + name + "(y);")) << name;
  EXPECT_TRUE(mayNameIntelSubGroupFunctions("#define J(a, b) a##b"));
  EXPECT_FALSE(mayNameIntelSubGroupFunctions("x = sub_group_reduce_add(y);"));
}

TEST(NeededHeadersTest, EveryExtendedBlockReadIsSeen) {
  for (const char *name : {
#define HEDDLE_EXTENDED_BLOCK_READ(shape, type) "intel_subgroup_block_read_" #shape,
#include "builtins/include/subgroup_extended_block_read.def"
       })
    EXPECT_TRUE(mayNameExtendedBlockFunctions(std::string("x = ") + name + "(y);")) << name;
  EXPECT_FALSE(mayNameExtendedBlockFunctions("x = intel_sub_group_block_read_us8(y);"));
}

TEST(NeededHeadersTest, NativeFunctionsAndHalfAreSeen) {
  EXPECT_TRUE(mayNameNativeFunctions("y = native_exp(x);"));
  EXPECT_FALSE(mayNameNativeFunctions("y = exp(x);"));
  EXPECT_TRUE(mayNameHalf("half8 x;"));
  EXPECT_FALSE(mayNameHalf("float8 x;"));
}

TEST(NeededHeadersTest, OverloadsAreSeen) {
  EXPECT_TRUE(overloadsFunctions("half __attribute__((overloadable)) max(half x, half y);"));
  EXPECT_FALSE(overloadsFunctions("half __attribute__((overloadable)) largest(half x, half y);"));
  EXPECT_FALSE(overloadsFunctions("x = max(y, z);"));
}

} // namespace
} // namespace heddle::compiler
