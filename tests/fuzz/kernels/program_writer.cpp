// What stands around the statements: structures, helper functions, declarations, the storing of
// every variable at the end.
#include "tests/fuzz/kernels/program_writer.hpp"

#include "tests/fuzz/kernels/function_writer.hpp"

#include <array>

namespace heddle::test {

namespace {

std::string text(std::uint64_t value) { return std::to_string(value); }

// As FuzzImages sets them.
const char *const imageParameters =
    ",\n                read_only image2d_t plane, read_only image3d_t volume,\n"
    "                read_only image2d_array_t layers, read_only image1d_buffer_t words,\n"
    "                sampler_t chosen, write_only image2d_t canvas, read_write image2d_t both";

class KernelWriter {
public:
  KernelWriter(std::uint64_t seed, const ProgramFeatures &features) : seed(seed) {
    context.features = features;
    context.random.seed(seed * 0x9e3779b97f4a7c15u + 1);
  }

  std::string run() {
    context.constantTable = "table" + text(seed);
    std::string result = "constant int " + context.constantTable + "[16] = {";
    for (unsigned i = 0; i < 16; ++i)
      result += text(pick(100)) + ", ";
    result += "};\n";
    for (unsigned i = 0, count = 1 + pick(2); i < count; ++i)
      result += makeStruct();
    bool isReduction = chance(8);
    context.dense = denseType();
    context.denseIsPacked = context.dense.width == 3 || chance(30);
    for (unsigned i = 0, count = isReduction ? 0 : pick(3); i < count; ++i)
      result += makeHelper();
    bool usesBarriers = context.features.barriers && chance(45);
    if (usesBarriers && chance(40)) {
      context.groupHelper = "meet" + text(seed);
      result += FunctionWriter(context, /*isKernel=*/false, /*usesBarriers=*/true)
                    .groupHelper(context.groupHelper);
    }
    if (context.features.images && !isReduction && chance(15)) {
      context.usesImages = true;
      context.imageHelper = "tap" + text(seed);
      result += std::string(chance(50) ? "__attribute__((noinline)) " : "") + "float4 " +
                context.imageHelper +
                "(read_only image2d_t image, sampler_t sampler, float2 at) {\n"
                "  return at.x > 2.0f ? read_imagef(image, sampler, at.yx)\n"
                "                     : read_imagef(image, sampler, at) + at.x;\n}\n";
    }
    FunctionWriter writer(context, /*isKernel=*/true, usesBarriers);
    result += "kernel void fuzz" + text(seed) +
              "(global const uint *in, global uint *out, int n, struct Arguments argument,\n"
              "                local uint *scratch" +
              (context.usesImages ? imageParameters : "") + ") {\n" +
              (isReduction ? writer.reductionBody() : writer.kernelBody(2 + pick(5))) + "}\n";
    return result;
  }

private:
  unsigned pick(unsigned count) { return unsigned(context.random() % count); }
  bool chance(unsigned percent) { return pick(100) < percent; }

  ValueType scalar() {
    using Kind = ValueType::Kind;
    static constexpr std::array<ValueType, 9> types = {
        intType,
        uintType,
        ValueType{Kind::signedInteger, 8, 1},
        ValueType{Kind::unsignedInteger, 8, 1},
        ValueType{Kind::signedInteger, 16, 1},
        ValueType{Kind::unsignedInteger, 16, 1},
        ValueType{Kind::signedInteger, 64, 1},
        ValueType{Kind::unsignedInteger, 64, 1},
        ValueType{Kind::floating, 32, 1},
    };
    return types[pick(types.size())];
  }

  ValueType denseType() {
    static constexpr std::array<unsigned, 5> widths = {2, 3, 4, 8, 16};
    ValueType type = scalar().widened(widths[pick(5)]);
    if (context.features.halves && chance(10))
      type = {ValueType::Kind::floating, 16, type.width};
    return type.bits == 64 && type.width > 8 ? type.widened(8) : type;
  }

  std::string makeStruct() {
    StructType type;
    std::string tag = "S" + text(seed) + "_" + text(context.structs.size());
    bool isUnion = chance(20);
    type.name = (isUnion ? "union " : "struct ") + tag;
    type.declaration = type.name + " {\n";
    if (isUnion) {
      // All members have the same bytes, so that each byte has been written.
      using Kind = ValueType::Kind;
      type.declaration += "  ulong whole;\n  int two[2];\n  ushort4 four;\n  uchar eight[8];\n"
                          "  struct { short low, middle; int high; } fields;\n";
      type.members = {{"whole", {Kind::unsignedInteger, 64, 1}},
                      {"two[@2]", intType},
                      {"four", {Kind::unsignedInteger, 16, 4}},
                      {"four.y", {Kind::unsignedInteger, 16, 1}},
                      {"eight[@8]", {Kind::unsignedInteger, 8, 1}},
                      {"fields.low", {Kind::signedInteger, 16, 1}},
                      {"fields.middle", {Kind::signedInteger, 16, 1}},
                      {"fields.high", intType}};
    } else {
      for (unsigned i = 0, count = 2 + pick(2); i < count; ++i)
        addMember(type, "m" + text(i));
    }
    static constexpr std::array<const char *, 5> attributes = {
        "", "", "", " __attribute__((packed))", " __attribute__((aligned(16)))"};
    type.declaration += std::string("}") + attributes[isUnion ? 0 : pick(5)] + ";\n";
    context.structs.push_back(type);
    return type.declaration;
  }

  void addMember(StructType &type, const std::string &name) {
    switch (pick(6)) {
    case 0: {
      ValueType vector = scalar().widened(chance(50) ? 2 : chance(50) ? 3 : 4);
      type.declaration += "  " + vector.name() + " " + name + ";\n";
      type.members.push_back({name, vector});
      break;
    }
    case 1: {
      ValueType element = scalar();
      type.declaration += "  " + element.name() + " " + name + "[4];\n";
      type.members.push_back({name + "[@4]", element});
      break;
    }
    case 2:
      type.declaration += "  short " + name + "[2][4];\n";
      type.members.push_back({name + "[@2][@4]", {ValueType::Kind::signedInteger, 16, 1}});
      break;
    case 3:
      if (!context.structs.empty()) {
        const StructType &inner = context.structs.front();
        bool isArray = chance(40);
        type.declaration += "  " + inner.name + " " + name + (isArray ? "[2];\n" : ";\n");
        for (const MemberPlace &member : inner.members)
          type.members.push_back({name + (isArray ? "[@2]." : ".") + member.path, member.type});
        break;
      }
      [[fallthrough]];
    default: {
      ValueType plain = scalar();
      type.declaration += "  " + plain.name() + " " + name + ";\n";
      type.members.push_back({name, plain});
      break;
    }
    }
  }

  std::string makeHelper() {
    HelperFunction helper;
    helper.name = "helper" + text(seed) + "_" + text(context.helpers.size());
    helper.result = chance(30) ? scalar().widened(chance(50) ? 2 : 4) : scalar();
    if (chance(30))
      helper.resultStruct = int(pick(context.structs.size()));
    for (unsigned i = 0, count = 1 + pick(3); i < count; ++i)
      helper.values.push_back(chance(25) ? scalar().widened(chance(50) ? 3 : 4) : scalar());
    if (chance(40))
      helper.structParameter = int(pick(context.structs.size()));
    std::string result = chance(40) ? "__attribute__((noinline)) " : "";
    result +=
        helper.resultStruct >= 0 ? context.structs[helper.resultStruct].name : helper.result.name();
    result += " " + helper.name + "(";
    for (unsigned i = 0; i < helper.values.size(); ++i)
      result += helper.values[i].name() + " a" + text(i) + ", ";
    result += "int *p";
    if (helper.structParameter >= 0)
      result += ", " + context.structs[helper.structParameter].name + " s";
    result += ", global const uint *in, int uniform) {\n";
    FunctionWriter writer(context, /*isKernel=*/false, /*usesBarriers=*/false);
    result += writer.helperBody(helper, 1 + pick(2)) + "}\n";
    context.helpers.push_back(helper);
    return result;
  }

  std::uint64_t seed;
  KernelContext context;
};

} // namespace

// A value of any type as a word; all NaNs are one.
std::string FunctionWriter::fold(const std::string &value, ValueType type) {
  return "FOLD" + (type.isVector() ? number(type.width) : "") + "(" + value + ")";
}

void FunctionWriter::declare(unsigned size) {
  auto declareVariable = [&](ValueType type) {
    std::string name = "v" + number(variables.size());
    declarations += std::string("  ") +
                    (!type.isVector() && !variables.empty() && chance(4) ? "volatile " : "") +
                    type.name() + " " + name + " = " + literal(type) + ";\n";
    variables.push_back({name, type});
  };
  declareVariable(intType);
  for (unsigned i = 0; i < 1 + (isKernel ? 1 + size / 2 : 0); ++i)
    declareVariable(randomType());
  declarations += "  uint given = 0;\n";
  for (unsigned i = 0; i < 3; ++i) {
    late.push_back({"late" + number(i), i == 0 ? intType : randomType()});
    declarations += "  " + late.back().type.name() + " " + late.back().name + ";\n";
  }
  for (unsigned i = 0, count = 1 + (isKernel ? pick(2) : 0); i < count; ++i) {
    ValueType type = i == 0 ? intType : randomType();
    unsigned length = type.isVector() || chance(30) ? 4 : 8;
    std::string name = "r" + number(i);
    declarations += "  " + type.name() + " " + name + "[" + number(length) + "] = {";
    for (unsigned j = 0; j < length; ++j)
      declarations += literal(type) + ", ";
    declarations += "};\n";
    arrays.push_back({name, type, length});
  }
  for (unsigned i = 0; i < 2; ++i) {
    intPointers.push_back("q" + number(i));
    declarations +=
        "  int *q" + number(i) + " = " + (chance(50) ? "&v0" : "&r0[" + number(i) + "]") + ";\n";
  }
  if (chance(30)) {
    pointerTable = "pointers";
    declarations += "  int *pointers[4] = {&v0, r0, &r0[1], &v0};\n";
  }
  for (unsigned type = 0; type < context.structs.size(); ++type)
    for (unsigned length : {0u, 4u}) {
      bool isNeeded = isKernel ? !length || chance(25) : !length && int(type) == resultStruct;
      if (!isNeeded)
        continue;
      const StructType &structure = context.structs[type];
      std::string name = (length ? "t" : "s") + number(type);
      declarations += "  " + structure.name + " " + name + (length ? "[4]" : "") + ";\n";
      // Every byte, those between the members too: views of bytes see them.
      declarations += "  CLEAR(" + name + ");\n";
      structVariables.push_back({name, int(type), length});
    }
}

std::string FunctionWriter::storeEverything() {
  std::string result = "  hash = 7;\n";
  auto add = [&](const std::string &value, ValueType type) {
    result += "  hash = hash * 31 + " + fold(value, type) + ";\n";
  };
  for (const Variable &variable : variables)
    add(variable.name, variable.type);
  for (const Array &array : arrays) {
    result += "  for (last = 0; last < " + number(array.length) + "; ++last)\n  ";
    add(array.name + "[last]", array.type);
  }
  for (const StructVariable &variable : structVariables)
    for (const MemberPlace &member : context.structs[variable.type].members) {
      std::string path = member.path;
      for (std::size_t at; (at = path.find('@')) != std::string::npos;)
        path.replace(at, 2, "1");
      add(variable.name + (variable.length ? "[2]." : ".") + path, member.type);
    }
  for (const std::string &name : intPointers)
    add("*" + name, intType);
  return result;
}

std::string FunctionWriter::kernelBody(unsigned size) {
  ids = {"gid", "lid", "gid", "row", "(gid % 16)", "(gid % wide)", "(gid / wide)", "column"};
  uniforms = {"n", "argument.a", "group", "(int)argument.b[1]", "3", "(int)in[group & 31]"};
  // Where a work-item is, in several spellings.
  static constexpr std::array<const char *, 3> positions = {
      "(int)get_global_linear_id()",
      "(int)(get_global_id(0) - get_global_offset(0) + get_global_size(0) * "
      "((get_global_id(1) - get_global_offset(1)) + get_global_size(1) * "
      "(get_global_id(2) - get_global_offset(2))))",
      "(((int)get_global_id(2) - (int)get_global_offset(2)) * (int)get_global_size(1) + "
      "(int)get_global_id(1) - (int)get_global_offset(1)) * (int)get_global_size(0) + "
      "(int)get_global_id(0) - (int)get_global_offset(0)"};
  declarations += "  int gid = " + std::string(positions[pick(3)]) +
                  ";\n"
                  "  int lid = (int)get_local_linear_id(), row = (int)get_local_id(1);\n"
                  "  int column = (int)get_global_id(0), wide = n * " +
                  number(1 + pick(12)) +
                  ";\n"
                  "  int items = (int)(get_global_size(0) * get_global_size(1) * "
                  "get_global_size(2));\n"
                  "  int groupItems = (int)(get_local_size(0) * get_local_size(1) * "
                  "get_local_size(2));\n"
                  "  int group = (int)get_group_id(0), fuel = 40, last = 0;\n"
                  "  uint hash = 0;\n"
                  "  global uint *spread = out + items * 32, *dense = out + " +
                  number(FuzzBuffers::firstDense) + ";\n";
  if (usesBarriers) {
    declarations += "  local uint sums[8], staged[64] __attribute__((aligned(16)));\n"
                    "  for (last = lid; last < 64; last += groupItems) staged[last] = (uint)last;\n"
                    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "  int shared = 0;\n"
                    "  uint wrong = 0;\n"
                    "  global uint *groupWords = out + " +
                    number(FuzzBuffers::firstGroup) +
                    " + 16 * (int)(get_group_id(0) + get_num_groups(0) * (get_group_id(1) + "
                    "get_num_groups(1) * get_group_id(2)));\n";
    uniforms.push_back("shared");
  }
  if (context.features.halves) {
    declarations += "  ushort halves[16];\n"
                    "  for (last = 0; last < 16; ++last) halves[last] = (ushort)(last * 1000);\n";
  }
  declare(size);
  if (!usesBarriers)
    declarations += "  for (last = 0; last < 4; ++last) scratch[lid * 4 + last] = (uint)last;\n";
  // The compiler sees most of a grid where nothing stands around it.
  if (usesBarriers && chance(40))
    gridStatement();
  statements(size, 0, true);
  if (usesBarriers && context.features.subGroups && chance(30))
    blockStatement();
  if (usesBarriers && context.features.subGroups && chance(40))
    divergentFunction();
  while (placed < labels)
    line("L" + number(placed++) + ":;");
  std::string end = usesBarriers || body.find("goto end;") == std::string::npos ? "" : "end:;\n";
  return declarations + body + end + storeEverything() +
         (usesBarriers ? "  hash = hash * 31 + wrong;\n" : "") + "  out[gid * " +
         number(FuzzBuffers::wordsOfItem) + " + 16] = hash;\n";
}

std::string FunctionWriter::helperBody(const HelperFunction &helper, unsigned size) {
  ids = {"(*p & 4095)", "(a0i & 1023)", "(int)get_global_id(0)", "(int)get_local_id(1)",
         "(int)get_local_linear_id()"};
  uniforms = {"uniform", "2", "(int)get_group_id(0)", "(int)get_global_size(0)"};
  declarations += "  int fuel = 12, last = 0, a0i = (int)" + fold("a0", helper.values[0]) +
                  ";\n  uint hash = 0;\n";
  resultStruct = helper.resultStruct;
  declare(size / 2);
  for (unsigned i = 0; i < helper.values.size(); ++i)
    variables.push_back({"a" + number(i), helper.values[i]});
  intPointers.push_back("p");
  if (helper.structParameter >= 0)
    structVariables.push_back({"s", helper.structParameter, 0});
  statements(size, 1, false);
  while (placed < labels)
    line("L" + number(placed++) + ":;");
  std::string end = body.find("goto end;") == std::string::npos ? "" : "end:;\n";
  std::string result = declarations + body + end + storeEverything();
  if (helper.resultStruct >= 0)
    return result + "  *p ^= (int)hash;\n  return s" + number(helper.resultStruct) + ";\n";
  for (const Variable &variable : variables)
    if (variable.type == helper.result)
      return result + "  *p ^= (int)hash;\n  return " + variable.name + ";\n";
  return result + "  return (" + helper.result.name() + ")(" +
         (helper.result.isFloat() ? "convert_float(hash & 1023)" : "hash") + ");\n";
}

std::string programPrelude() {
  std::string result = "#pragma OPENCL FP_CONTRACT OFF\n"
                       "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                       "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                       "constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | "
                       "CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
                       "constant sampler_t bordered = CLK_NORMALIZED_COORDS_FALSE | "
                       "CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
                       "constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | "
                       "CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;\n"
                       "constant sampler_t repeated = CLK_NORMALIZED_COORDS_TRUE | "
                       "CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;\n"
                       "constant sampler_t mirrored = CLK_NORMALIZED_COORDS_TRUE | "
                       "CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR;\n"
                       "struct Arguments { int a; uchar b[4]; long c; short d[4]; uint2 e; };\n"
                       "#define OVERLOAD __attribute__((overloadable))\n"
                       "float OVERLOAD BOUNDED(float x) { return x >= 0 && x < 100 ? x : 0; }\n"
                       "half OVERLOAD BOUNDED(half x) "
                       "{ return x >= (half)0 && x < (half)100 ? x : (half)0; }\n"
                       "double OVERLOAD BOUNDED(double x) { return x >= 0 && x < 100 ? x : 0; }\n"
                       "#define CLEAR(x) do { for (last = 0; last < (int)sizeof(x); ++last) "
                       "((uchar *)&x)[last] = (uchar)(last & 1); } while (0)\n";
  for (const char *type : {"char", "uchar", "short", "ushort", "int", "uint"})
    result += std::string("uint OVERLOAD FOLD(") + type + " x) { return (uint)x; }\n";
  for (const char *type : {"long", "ulong"})
    result += std::string("uint OVERLOAD FOLD(") + type +
              " x) { return (uint)x ^ (uint)((ulong)x >> 32) * 7u; }\n";
  result += "uint OVERLOAD FOLD(float x) { return isnan(x) ? 0x7fc00000u : as_uint(x); }\n"
            "uint OVERLOAD FOLD(half x) { return isnan(x) ? 0x7e00u : (uint)as_ushort(x); }\n"
            "uint OVERLOAD FOLD(double x) { return isnan(x) ? 0x7fc00000u : FOLD(as_ulong(x)); }\n"
            "#define FOLD2(v) fold2(v)\n#define FOLD3(v) fold3(v)\n#define FOLD4(v) fold4(v)\n"
            "#define FOLD8(v) fold8(v)\n#define FOLD16(v) fold16(v)\n";
  for (const char *type : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
                           "half", "float", "double"}) {
    std::string t = type, begin = "uint OVERLOAD fold";
    result += begin + "2(" + t + "2 v) { return FOLD(v.x) * 3u ^ FOLD(v.y); }\n";
    result += begin + "3(" + t + "3 v) { return fold2(v.xy) * 5u ^ FOLD(v.z); }\n";
    result += begin + "4(" + t + "4 v) { return fold2(v.xy) * 7u ^ fold2(v.zw); }\n";
    result += begin + "8(" + t + "8 v) { return fold4(v.lo) * 9u ^ fold4(v.hi); }\n";
    result += begin + "16(" + t + "16 v) { return fold8(v.lo) * 11u ^ fold8(v.hi); }\n";
  }
  return result;
}

std::string writeKernel(std::uint64_t seed, const ProgramFeatures &features) {
  return KernelWriter(seed, features).run();
}

} // namespace heddle::test
