// The functions of ib_functions.def that are no blocks, and what is said of those that are not
// there.
#include "tests/kernels/harness/bytes.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace heddle::test {
namespace {

template <typename T> std::vector<T> valuesOf(const Bytes &bytes) {
  std::vector<T> result(bytes.size() / sizeof(T));
  std::memcpy(result.data(), bytes.data(), result.size() * sizeof(T));
  return result;
}

class IbFunctions : public MatrixDeviceTest {
protected:
  cl_program build(const std::string &source) {
    const BuiltProgram built = device().buildSource(source);
    EXPECT_EQ(built.error, CL_SUCCESS) << built.log << source;
    return built.program;
  }
  std::string refusal(const std::string &source) {
    const BuiltProgram built = device().buildSource(source);
    EXPECT_EQ(built.error, CL_BUILD_PROGRAM_FAILURE);
    return built.log;
  }
};

std::string wide(const std::string &scalar, const std::string &width) {
  return width == "1" ? scalar : scalar + width;
}

TEST_F(IbFunctions, ConversionsRoundAndWiden) {
  struct Row {
    std::string function, instruction;
  };
  const Row rows[] = {
#define HEDDLE_IB_CONVERSION(function, instruction) {#function, #instruction},
#include "compiler/spirv/builtins/ib_functions.def"
  };
  ASSERT_EQ(std::size(rows), 12u);
  std::vector<float> floats;
  for (std::uint32_t i = 0; i < 256; ++i)
    floats.push_back(std::ldexp(1.0f + float(i * 2654435761u >> 8) / 0x1p24f, int(i) - 128));
  std::vector<std::uint16_t> rounded;
  std::vector<float> widened;
  for (float value : floats) {
    // In steps of the eighth bit of the significand; halves go to even.
    int exponent = 0;
    std::frexp(value, &exponent);
    const int last = std::max(exponent - 8, -133);
    const auto nearest = float(std::ldexp(std::nearbyint(std::ldexp(double(value), -last)), last));
    std::uint32_t bits;
    std::memcpy(&bits, &nearest, sizeof bits);
    EXPECT_EQ(bits & 0xFFFF, 0u);
    rounded.push_back(std::uint16_t(bits >> 16));
    widened.push_back(nearest);
  }
  std::string source;
  for (const auto &[function, instruction] : rows) {
    const std::string width = function.substr(function.rfind('_') + 1);
    const bool rounds = instruction == "ConvertFToBF16INTEL";
    const std::string from = wide(rounds ? "float" : "short", width),
                      to = wide(rounds ? "short" : "float", width);
    source += to + " " + function + "(" + from + ") __attribute__((const));\nkernel void k_" +
              function + "(global const " + from + " *in, global " + to +
              " *out) { size_t i = get_global_id(0); out[i] = " + function + "(in[i]); }\n";
  }
  cl_program program = build(source);
  ASSERT_TRUE(program);
  for (const auto &[function, instruction] : rows) {
    const std::size_t width = std::stoul(function.substr(function.rfind('_') + 1));
    // Vectors of three lie apart as those of four do.
    if (width == 3)
      continue;
    const std::size_t items = 256 / width;
    if (instruction == "ConvertFToBF16INTEL")
      EXPECT_EQ(valuesOf<std::uint16_t>(
                    device().run(program, "k_" + function, {bytesOf(floats)}, 512, items, 16)),
                rounded)
          << function;
    else
      EXPECT_EQ(valuesOf<float>(
                    device().run(program, "k_" + function, {bytesOf(rounded)}, 1024, items, 16)),
                widened)
          << function;
  }
}

struct Float8Row {
  std::string function, format;
  bool isNarrow, saturates;
};

/// A number of 8 bits that is positive and neither infinity nor NaN.
float float8Value(unsigned bits, bool isE4M3) {
  const int mantissaBits = isE4M3 ? 3 : 2, bias = isE4M3 ? 7 : 15;
  const int mantissa = int(bits) & ((1 << mantissaBits) - 1), exponent = int(bits) >> mantissaBits;
  return exponent == 0
             ? std::ldexp(float(mantissa), 1 - bias - mantissaBits)
             : std::ldexp(float(mantissa + (1 << mantissaBits)), exponent - bias - mantissaBits);
}

TEST_F(IbFunctions, FloatsOf8BitsAreRoundedAndWidened) {
  const Float8Row rows[] = {
#define HEDDLE_IB_FLOAT8(function, format, isNarrow, saturates)                                    \
  {#function, #format, isNarrow, saturates},
#include "compiler/spirv/builtins/ib_functions.def"
  };
  ASSERT_EQ(std::size(rows), 36u);
  constexpr unsigned count = 256;
  std::string source;
  const auto widthOf = [](const Float8Row &row) {
    const std::string name = row.function.substr(0, row.function.rfind("_sat"));
    return name.substr(name.rfind('_') + 1);
  };
  for (const Float8Row &row : rows) {
    const std::string width = widthOf(row), half = wide("half", width), bits = wide("char", width);
    const std::string load = width == "1" ? "in[i]" : "vload" + width + "(i, in)";
    const std::string value =
        row.isNarrow ? row.function + "(convert_" + half + "(" + load + "))"
                     : "convert_" + wide("float", width) + "(" + row.function + "(" + load + "))";
    source += (row.isNarrow ? bits : half) + " " + row.function + "(" +
              (row.isNarrow ? half : bits) + ");\nkernel void k_" + row.function +
              "(global const " + (row.isNarrow ? "float" : "char") + " *in, global " +
              (row.isNarrow ? "char" : "float") + " *out) { size_t i = get_global_id(0); " +
              (width == "1" ? "out[i] = " + value : "vstore" + width + "(" + value + ", i, out)") +
              "; }\n";
  }
  cl_program program = build(source);
  ASSERT_TRUE(program);
  for (const Float8Row &row : rows) {
    const bool isE4M3 = row.format == "E4M3";
    const std::size_t items = count / std::stoul(widthOf(row)),
                      done = items * std::stoul(widthOf(row));
    const unsigned largest = isE4M3 ? 0x7E : 0x7B;
    // The numbers, negative from 128 on, and what lies between two and rounds to the even one.
    std::vector<float> exact, between;
    std::vector<std::uint8_t> codes, ofBetween;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned code = std::min(i % 128, largest);
      const float sign = i < 128 ? 1.0f : -1.0f;
      codes.push_back(std::uint8_t(code | (i & 128)));
      exact.push_back(sign * float8Value(code, isE4M3));
      const bool isTooLarge = code == largest;
      between.push_back(
          sign * (isTooLarge ? 65504.0f
                             : (float8Value(code, isE4M3) + float8Value(code + 1, isE4M3)) / 2));
      const unsigned rounded = !isTooLarge     ? code + code % 2
                               : row.saturates ? largest
                                               : largest + 1;
      ofBetween.push_back(std::uint8_t(rounded | (i & 128)));
    }
    const auto firstOf = [&](auto values) {
      values.resize(done);
      return values;
    };
    const std::string kernel = "k_" + row.function;
    const auto run = [&](const Bytes &input, std::size_t bytes) {
      Bytes output = device().run(program, kernel, {input}, bytes, items, 1);
      return output;
    };
    if (row.isNarrow) {
      EXPECT_EQ(firstOf(valuesOf<std::uint8_t>(run(bytesOf(exact), count))), firstOf(codes))
          << row.function;
      EXPECT_EQ(firstOf(valuesOf<std::uint8_t>(run(bytesOf(between), count))), firstOf(ofBetween))
          << row.function;
    } else {
      EXPECT_EQ(firstOf(valuesOf<float>(run(bytesOf(codes), count * sizeof(float)))),
                firstOf(exact))
          << row.function;
    }
  }
}

/// Each work-item's number: whole numbers whose sums are exact in half.
std::string numberOf(const std::string &type) { return "(" + type + ")((int)(i * 5 % 17) - 8)"; }

TEST_F(IbFunctions, AtomicsAreDoneOnceForEachWorkItem) {
  struct Row {
    std::string function, instruction, type;
  };
  const Row rows[] = {
#define HEDDLE_IB_ATOMIC(function, instruction, type) {#function, #instruction, #type},
#include "compiler/spirv/builtins/ib_functions.def"
  };
  ASSERT_EQ(std::size(rows), 18u);
  constexpr std::size_t items = 64;
  std::string source;
  for (const auto &[function, instruction, type] : rows) {
    const bool isLocal = function.find("_local_") != std::string::npos;
    source += type + " " + function + "(" + (isLocal ? "local " : "global ") + type + " *, " +
              type + ");\nkernel void k_" + function +
              "(global const int *in, global float *out) {\n";
    // The result, and what each found.
    source += "  size_t i = get_global_id(0);\n";
    if (isLocal)
      source += "  local " + type +
                " cell;\n  if (i == 0) cell = in[0];\n"
                "  barrier(CLK_LOCAL_MEM_FENCE);\n  " +
                type + " old = " + function + "(&cell, " + numberOf(type) +
                ");\n  barrier(CLK_LOCAL_MEM_FENCE);\n  if (i == 0) out[0] = cell;\n";
    else
      source += "  global " + type + " *cell = (global " + type +
                " *)(out + 200);\n"
                "  if (i == 0) *cell = in[0];\n  barrier(CLK_GLOBAL_MEM_FENCE);\n  " +
                type + " old = " + function + "(cell, " + numberOf(type) +
                ");\n  barrier(CLK_GLOBAL_MEM_FENCE);\n  if (i == 0) out[0] = *cell;\n";
    source += "  out[1 + i] = old;\n}\n";
  }
  cl_program program = build(source);
  ASSERT_TRUE(program);
  for (const auto &[function, instruction, type] : rows) {
    const std::vector<int> start = {3};
    const Bytes output =
        device().run(program, "k_" + function, {bytesOf(start)}, 1024, items, items);
    ASSERT_FALSE(output.empty());
    const std::vector<float> found = valuesOf<float>(output);
    float wanted = 3;
    for (std::size_t i = 0; i < items; ++i) {
      const float number = float(int(i * 5 % 17) - 8);
      wanted = instruction == "AtomicFAddEXT"   ? wanted + number
               : instruction == "AtomicFMinEXT" ? std::min(wanted, number)
                                                : std::max(wanted, number);
    }
    EXPECT_EQ(found[0], wanted) << function;
    // One of them was first; an extreme goes one way.
    const auto first = found.begin() + 1, last = found.begin() + 1 + items;
    EXPECT_NE(std::find(first, last, 3.0f), last) << function;
    if (instruction == "AtomicFMaxEXT")
      EXPECT_TRUE(std::all_of(first, last, [&](float old) { return old >= 3 && old <= wanted; }))
          << function;
    if (instruction == "AtomicFMinEXT")
      EXPECT_TRUE(std::all_of(first, last, [&](float old) { return old <= 3 && old >= wanted; }))
          << function;
  }
}

TEST_F(IbFunctions, DotProductsOfFourBytes) {
  const std::string names[] = {
#define HEDDLE_IB_DOT(function, instruction, swapped) #function,
#include "compiler/spirv/builtins/ib_functions.def"
  };
  ASSERT_EQ(std::size(names), 4u);
  std::vector<std::uint32_t> inputs;
  for (std::uint32_t i = 0; i < 3 * 64; ++i)
    inputs.push_back(i % 3 == 0 ? (i % 2 ? 0x7FFFFF00u : 0x80000010u) : i * 2654435761u);
  for (const bool saturates : {false, true}) {
    std::string source;
    for (const std::string &name : names)
      source += "int " + name + "(int c, int a, int b" + (saturates ? ", bool s" : "") +
                ") __attribute__((const));\nkernel void k_" + name +
                "(global const int *in, global int *out) { size_t i = get_global_id(0); out[i] = " +
                name + "(in[3 * i], in[3 * i + 1], in[3 * i + 2]" + (saturates ? ", true" : "") +
                "); }\n";
    cl_program program = build(source);
    ASSERT_TRUE(program);
    for (const std::string &name : names) {
      const bool aIsSigned = name[name.size() - 2] == 's', bIsSigned = name.back() == 's';
      std::vector<std::uint32_t> wanted;
      for (std::size_t i = 0; i < 64; ++i) {
        const bool isUnsigned = !aIsSigned && !bIsSigned;
        std::int64_t sum =
            isUnsigned ? std::int64_t(inputs[3 * i]) : std::int64_t(std::int32_t(inputs[3 * i]));
        for (unsigned byte = 0; byte < 32; byte += 8) {
          const auto a = std::uint8_t(inputs[3 * i + 1] >> byte),
                     b = std::uint8_t(inputs[3 * i + 2] >> byte);
          sum += (aIsSigned ? int(std::int8_t(a)) : int(a)) *
                 (bIsSigned ? int(std::int8_t(b)) : int(b));
        }
        if (saturates)
          sum = isUnsigned ? std::min<std::int64_t>(sum, 0xFFFFFFFF)
                           : std::clamp<std::int64_t>(sum, std::numeric_limits<std::int32_t>::min(),
                                                      std::numeric_limits<std::int32_t>::max());
        wanted.push_back(std::uint32_t(sum));
      }
      EXPECT_EQ(valuesOf<std::uint32_t>(
                    device().run(program, "k_" + name, {bytesOf(inputs)}, 256, 64, 16)),
                wanted)
          << name << (saturates ? " with saturation" : "");
    }
  }
}

TEST_F(IbFunctions, MemoryIsLoadedStoredAndPrefetched) {
  struct Row {
    std::string type;
    unsigned bits, count, memoryBits;
  };
  const Row rows[] = {
#define HEDDLE_IB_MEMORY(type, bits, count, memoryBits) {#type, bits, count, memoryBits},
#include "compiler/spirv/builtins/ib_functions.def"
  };
  const Bytes input = [] {
    Bytes result(4096);
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = std::uint8_t(i * 31 + 5);
    return result;
  }();
  std::string source;
  for (const Row &row : rows) {
    if (row.type.find("_from_") != std::string::npos)
      continue;
    const std::string memory = row.type.substr(0, row.type.find("_to_"));
    const std::string value = row.type.ends_with("_to_uint") ? "uint" : row.type;
    std::string store = row.type;
    if (std::size_t at = store.find("_to_"); at != std::string::npos)
      store.replace(at, 4, "_from_");
    source += "void __builtin_IB_lsc_prefetch_global_" + memory + "(const global " + memory +
              " *, int, int);\n";
    if (row.bits < 32) {
      source += "kernel void p_" + row.type + "(global const " + memory + " *in, global " + memory +
                " *out) {\n  __builtin_IB_lsc_prefetch_global_" + memory +
                "(in + get_global_id(0), 1, 4);\n  out[get_global_id(0)] = 1;\n}\n";
      continue;
    }
    const std::string lsc = "__builtin_IB_lsc_";
    source += value + " " + lsc + "load_global_" + row.type + "(const global " + memory +
              " *, int, int);\n" + value + " " + lsc + "load_local_" + row.type + "(const local " +
              memory + " *, int);\nvoid " + lsc + "store_global_" + store + "(global " + memory +
              " *, int, " + value + ", int);\nvoid " + lsc + "store_local_" + store + "(local " +
              memory + " *, int, " + value + ");\nkernel void k_" + row.type + "(global const " +
              memory + " *in, global " + memory +
              " *out) {\n  size_t i = get_global_id(0);\n  local " + memory +
              " part[33];\n  __builtin_IB_lsc_prefetch_global_" + memory + "(in, 0, 1);\n  " + lsc +
              "store_local_" + store + "(part + i, 1, " + lsc + "load_global_" + row.type +
              "(in + i, 2, 4));\n  barrier(CLK_LOCAL_MEM_FENCE);\n  " + lsc + "store_global_" +
              store + "(out + i, 3, " + lsc + "load_local_" + row.type + "(part + i, 1), 7);\n}\n";
  }
  cl_program program = build(source);
  ASSERT_TRUE(program);
  for (const Row &row : rows) {
    if (row.type.find("_from_") != std::string::npos || row.bits < 32)
      continue;
    const unsigned used = row.count * row.memoryBits / 8,
                   step = row.count == 3 ? used / 3 * 4 : used;
    const Bytes output = device().run(program, "k_" + row.type, {input}, 40 * step, 32, 32);
    ASSERT_EQ(output.size(), 40 * step);
    for (unsigned i = 0; i < 32; ++i)
      EXPECT_TRUE(std::equal(output.begin() + (i + 3) * step,
                             output.begin() + (i + 3) * step + used,
                             input.begin() + (i + 2) * step))
          << row.type << " " << i;
  }
}

TEST_F(IbFunctions, MatrixFunctionsAreThoseOfTheExtension) {
  struct Pair {
    std::string ib, own, a, b, c;
    bool isSize8;
  };
  std::vector<Pair> pairs;
  for (const bool isSize8 : {true, false}) {
    for (const std::string aSign : {"s", "u"})
      for (const std::string bSign : {"s", "u"})
        for (const auto &[bits, k] :
             {std::pair<std::string, std::string>{"8", "32"}, {"4", "64"}}) {
          const auto own = [](const std::string &sign) { return sign == "s" ? "i" : "u"; };
          pairs.push_back(
              {std::string(isSize8 ? "sub_group_" : "sub_group16_") + "idpas_" + aSign + bits +
                   "_" + bSign + bits,
               std::string(own(aSign)) + bits + "_" + own(bSign) + bits + "_matrix_mad_k" + k,
               std::string(aSign == "u" ? "u" : "") + (isSize8 ? "int" : "short"),
               bSign == "u" ? "uint8" : "int8", "int", isSize8});
        }
    for (const auto &[ib, own] : {std::pair<std::string, std::string>{"bf", "bf16"}, {"hf", "f16"}})
      pairs.push_back(
          {isSize8 ? "sub_group_fdpas_" + ib + "_" + ib : "sub_group16_fdpas_f_f_" + ib + "_" + ib,
           own + "_" + own + "_matrix_mad_k16", isSize8 ? "int" : "short", "int8", "float",
           isSize8});
  }
  pairs.push_back({"sub_group16_fdpas_bf_bf_bf_bf", "bf16_bf16_matrix_mad_k16", "short", "int8",
                   "short", false});
  pairs.push_back(
      {"sub_group16_fdpas_hf_hf_hf_hf", "f16_f16_matrix_mad_k16", "short", "int8", "half", false});
  std::string source;
  for (std::size_t p = 0; p < pairs.size(); ++p)
    for (const char *rows : {"1", "2", "4", "8"}) {
      const Pair &pair = pairs[p];
      const std::string function = "__builtin_IB_" + pair.ib + "_8_" + rows;
      const std::string a = wide(pair.a, rows), c = wide(pair.c, rows);
      // Bytes of small magnitude are small floats, too.
      source += c + " " + function + "(" + c + ", " + a + ", " + pair.b +
                ") __attribute__((const));\n__attribute__((intel_reqd_sub_group_size(" +
                (pair.isSize8 ? "8" : "16") + "))) kernel void k" + std::to_string(p) + "_" + rows +
                "(global const uchar *in, global " + c +
                " *out) {\n  size_t i = get_local_id(0);\n  " + a + " a = ((global const " + a +
                " *)in)[i];\n  " + pair.b + " b = ((global const " + pair.b + " *)in)[i];\n  " + c +
                " c = 1;\n  out[2 * i] = " + function +
                "(c, a, b);\n  out[2 * i + 1] = intel_sub_group_" + pair.own + "(a, b, c);\n}\n";
    }
  cl_program program = build(source);
  ASSERT_TRUE(program);
  Bytes input(1024);
  for (std::size_t i = 0; i < input.size(); ++i)
    input[i] = std::uint8_t(i % 2 ? 0x38 + i * 5 % 8 : i * 37);
  for (std::size_t p = 0; p < pairs.size(); ++p)
    for (unsigned rows : {1, 2, 4, 8}) {
      const unsigned lanes = pairs[p].isSize8 ? 8 : 16;
      const unsigned bytes = rows * (pairs[p].c == "short" || pairs[p].c == "half" ? 2 : 4);
      const Bytes output =
          device().run(program, "k" + std::to_string(p) + "_" + std::to_string(rows), {input},
                       2 * lanes * bytes, lanes, lanes);
      ASSERT_FALSE(output.empty());
      bool isConstant = true;
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const auto at = output.begin() + 2 * lane * bytes;
        EXPECT_TRUE(std::equal(at, at + bytes, at + bytes)) << pairs[p].ib << "_8_" << rows;
        isConstant = isConstant && std::equal(at, at + bytes, output.begin());
      }
      EXPECT_FALSE(isConstant) << pairs[p].ib;
    }
}

TEST_F(IbFunctions, ScaledMatrixFunctionsAreThoseWithNames) {
  struct Pair {
    std::string formats, own;
    std::string scale = "uchar";
  };
  const Pair pairs[] = {
      {"bf_bf", "bf16_bf16_scaled_matrix_mad_k16"},
      {"hf_hf", "f16_f16_scaled_matrix_mad_k16"},
      {"hf8_hf8", "hf8_hf8_scaled_matrix_mad_k32"},
      {"hf8_bf8", "hf8_bf8_scaled_matrix_mad_k32"},
      {"bf8_hf8", "bf8_hf8_scaled_matrix_mad_k32"},
      {"bf8_bf8", "bf8_bf8_scaled_matrix_mad_k32"},
      {"e2m1_e2m1", "e2m1_e2m1_scaled_matrix_mad_k64", "uchar2"},
  };
  // The narrow accumulator's name, and its type.
  const auto narrowOf = [](const Pair &pair) {
    return pair.formats == "hf_hf" ? std::pair<std::string, std::string>{"hf", "half8"}
                                   : std::pair<std::string, std::string>{"bf", "short8"};
  };
  std::string source;
  for (const Pair &pair : pairs)
    for (const bool isNarrow : {false, true}) {
      const auto [name, type] =
          isNarrow ? narrowOf(pair) : std::pair<std::string, std::string>{"f", "float8"};
      const std::string function =
          "__builtin_IB_sub_group16_bdpas_" + name + "_" + name + "_" + pair.formats + "_8_8";
      source += type + " " + function + "(" + type + ", short8, int8, " + pair.scale + ", " +
                pair.scale + ");\n__attribute__((intel_reqd_sub_group_size(16))) kernel void k_" +
                name + "_" + pair.formats + "(global const uchar *in, global " + type +
                " *out) {\n  size_t i = get_local_id(0);\n  short8 a = ((global const short8 *)in)"
                "[i];\n  int8 b = ((global const int8 *)in)[i];\n  " +
                pair.scale + " x = (uchar)(120 + i), y = (uchar)(130 - i);\n  " + type +
                " c = 1;\n  out[2 * i] = " + function +
                "(c, a, b, x, y);\n  out[2 * i + 1] = intel_sub_group_" + pair.own +
                "(a, b, c, x, y);\n}\n";
    }
  cl_program program = build(source);
  ASSERT_TRUE(program);
  Bytes input(1024);
  for (std::size_t i = 0; i < input.size(); ++i)
    input[i] = std::uint8_t(i % 2 ? 0x38 + i * 5 % 8 : i * 37 % 120);
  constexpr std::size_t lanes = 16;
  for (const Pair &pair : pairs)
    for (const bool isNarrow : {false, true}) {
      const std::string name = isNarrow ? narrowOf(pair).first : "f";
      const std::size_t bytes = isNarrow ? 16 : 32;
      const Bytes output = device().run(program, "k_" + name + "_" + pair.formats, {input},
                                        2 * lanes * bytes, lanes, lanes);
      ASSERT_FALSE(output.empty());
      bool isConstant = true;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto at = output.begin() + std::ptrdiff_t(2 * lane * bytes);
        EXPECT_TRUE(std::equal(at, at + std::ptrdiff_t(bytes), at + std::ptrdiff_t(bytes)))
            << name << " " << pair.formats;
        isConstant = isConstant && std::equal(at, at + std::ptrdiff_t(bytes), output.begin());
      }
      EXPECT_FALSE(isConstant) << pair.formats;
    }
}

TEST_F(IbFunctions, WhatIsNotThereIsNamed) {
  EXPECT_NE(refusal("float __builtin_IB_media_block_read(int);\n"
                    "kernel void k(global float *x) { *x = __builtin_IB_media_block_read(1); }")
                .find("__builtin_IB_media_block_read"),
            std::string::npos);
  EXPECT_NE(refusal("int __builtin_IB_atomic_max_local_f32(local float *, int);\n"
                    "kernel void k(local float *l, global int *x) { *x = "
                    "__builtin_IB_atomic_max_local_f32(l, 1); }")
                .find("'__builtin_IB_atomic_max_local_f32' has no form with a result of type i32"),
            std::string::npos);
}

TEST_F(IbFunctions, ABlockOfAnotherSizeThanDeclaredIsRefused) {
  EXPECT_NE(refusal("uint2 __builtin_IB_subgroup_block_read_flat_u16_m8k16v1(long, int, int, int, "
                    "int2);\nkernel void k(global uint2 *x) { *x = "
                    "__builtin_IB_subgroup_block_read_flat_u16_m8k16v1(as_long(x), 1, 1, 1, 0); }")
                .find("gives each of 16 work-items 16 bytes"),
            std::string::npos);
}

} // namespace
} // namespace heddle::test
