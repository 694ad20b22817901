// Expressions of the generated functions.
#include "tests/fuzz/kernels/function_writer.hpp"

#include <array>

namespace heddle::test {

namespace {

const char *const components = "0123456789abcdef";

std::string vectorOfOne(ValueType type, const std::string &scalar) {
  return "(" + type.name() + ")(" + scalar + ")";
}

} // namespace

ValueType FunctionWriter::randomScalar() {
  using Kind = ValueType::Kind;
  unsigned choice = pick(21);
  if (choice == 20 && context.features.halves)
    return {Kind::floating, 16, 1};
  if (choice < 7)
    return intType;
  if (choice < 9)
    return uintType;
  if (choice < 12)
    return {Kind::floating, 32, 1};
  if (choice < 13)
    return {Kind::floating, context.features.doubles ? 64u : 32u, 1};
  Kind kind = chance(50) ? Kind::signedInteger : Kind::unsignedInteger;
  static constexpr std::array<unsigned, 3> bits = {8, 16, 64};
  return {kind, bits[pick(3)], 1};
}

ValueType FunctionWriter::randomType() {
  ValueType scalar = randomScalar();
  if (chance(65))
    return scalar;
  static constexpr std::array<unsigned, 20> widths = {2, 2, 2, 2, 2, 2, 3, 3, 3, 3,
                                                      3, 4, 4, 4, 4, 4, 4, 4, 8, 16};
  unsigned width = widths[pick(20)];
  return scalar.widened(scalar.bits == 64 && width > 4 ? 4 : width);
}

std::string FunctionWriter::index(unsigned length, unsigned depth) {
  if (chance(25))
    return number(pick(length));
  if (chance(20) && !uniforms.empty())
    return "(" + uniforms[pick(uniforms.size())] + " & " + number(length - 1) + ")";
  return "(" + value(intType, depth) + " & " + number(length - 1) + ")";
}

std::string FunctionWriter::memberPath(const std::string &path) {
  std::size_t at = path.find('@');
  if (at == std::string::npos)
    return path;
  // "@8" stands for an index below 8.
  std::size_t end = at + 1;
  while (end < path.size() && path[end] >= '0' && path[end] <= '9')
    ++end;
  unsigned length = unsigned(std::stoul(path.substr(at + 1, end - at - 1)));
  return path.substr(0, at) + index(length, 0) + memberPath(path.substr(end));
}

bool FunctionWriter::place(std::string &text, ValueType &type) {
  switch (pick(8)) {
  case 0:
  case 1: {
    const Variable &variable = variables[pick(variables.size())];
    text = variable.name;
    type = variable.type;
    if (!type.isVector())
      return true;
    if (chance(30)) {
      text += std::string(".s") + components[pick(type.width)];
      type = type.element();
    } else if (chance(20)) {
      // An element chosen at run time.
      text = "((" + type.element().name() + " *)&" + text + ")[" +
             (type.width == 3 ? "(" + value(uintType, 0) + " % 3u)" : index(type.width, 0)) + "]";
      type = type.element();
    } else if (chance(20) && type.width > 2) {
      text += ".s10";
      type = type.widened(2);
    }
    return true;
  }
  case 2:
  case 3: {
    if (arrays.empty())
      return false;
    const Array &array = arrays[pick(arrays.size())];
    text = array.name + "[" + index(array.length, 1) + "]";
    type = array.type;
    return true;
  }
  case 4:
  case 5: {
    if (structVariables.empty())
      return false;
    const StructVariable &variable = structVariables[pick(structVariables.size())];
    const StructType &structure = context.structs[variable.type];
    const MemberPlace &member = structure.members[pick(structure.members.size())];
    text = variable.name;
    if (variable.length)
      text += "[" + index(variable.length, 0) + "]";
    text += "." + memberPath(member.path);
    type = member.type;
    return true;
  }
  case 6: {
    if (intPointers.empty())
      return false;
    text = "(*" + intPointers[pick(intPointers.size())] + ")";
    type = intType;
    return true;
  }
  default: {
    // The bytes of an array of something else.
    if (arrays.empty())
      return false;
    const Array &array = arrays[pick(arrays.size())];
    if (array.type.isFloat() || array.type.width == 3)
      return false;
    unsigned bytes = array.length * array.type.bytes();
    ValueType view = chance(50) ? ValueType{ValueType::Kind::unsignedInteger, 8, 1}
                                : ValueType{ValueType::Kind::unsignedInteger, 16, 1};
    text = "((" + view.name() + " *)" + array.name + ")[" + index(bytes / view.bytes(), 0) + "]";
    type = view;
    return true;
  }
  }
}

std::string FunctionWriter::literal(ValueType type) {
  if (type.isVector())
    return vectorOfOne(type, literal(type.element()));
  if (type.isFloat())
    return type.bits == 16 ? "(half)" + number(pick(9)) + ".5f"
                           : number(pick(9)) + (type.bits == 64 ? ".25" : ".5f");
  std::string text = chance(80) ? number(pick(40)) : number(context.random() & 0x7fffffff);
  if (type.kind == ValueType::Kind::signedInteger && chance(30))
    text = "(-" + text + ")";
  return type == intType ? text : "(" + type.name() + ")" + text;
}

std::string FunctionWriter::leaf(ValueType type) {
  for (unsigned attempt = 0; attempt < 4; ++attempt) {
    const Variable &variable = variables[pick(variables.size())];
    if (variable.type == type)
      return variable.name;
    if (variable.type.element() == type && variable.type.isVector())
      return variable.name + ".s" + components[pick(variable.type.width)];
  }
  if (type == intType && chance(60))
    return chance(60) ? ids[pick(ids.size())] : uniforms[pick(uniforms.size())];
  if (!type.isVector() && !type.isFloat() && type != intType && chance(40))
    return "(" + type.name() + ")" + leaf(intType);
  if (!type.isVector() && chance(50)) {
    std::string text;
    ValueType found;
    if (place(text, found) && found == type)
      return text;
  }
  if (type.isVector() && chance(60))
    return vectorOfOne(type, leaf(type.element()));
  if (type.isFloat() && chance(60))
    return "convert_" + type.name() + "(" + leaf(intType.widened(type.width)) + ")";
  return literal(type);
}

std::string FunctionWriter::condition(unsigned depth) {
  if (chance(20))
    return uniformCondition();
  ValueType type = randomScalar();
  static constexpr std::array<const char *, 6> operators = {"==", "!=", "<", ">", "<=", ">="};
  std::string text;
  if (type.isFloat()) {
    text = value(type, depth) + " " + operators[2 + pick(4)] + " " + value(type, depth);
  } else if (chance(60)) {
    text = "(" + value(type, depth) + " & 7) " + operators[pick(6)] + " " + number(pick(8));
  } else {
    text = value(type, depth) + " " + operators[pick(6)] + " " + value(type, depth);
  }
  if (depth && chance(20))
    return "(" + text + (chance(50) ? " && " : " || ") + condition(depth - 1) + ")";
  if (chance(5))
    return std::string(chance(50) ? "any" : "all") + "(" +
           value(intType.widened(chance(50) ? 4 : 3), 0) + " > " + number(pick(9)) + ")";
  return "(" + text + ")";
}

std::string FunctionWriter::uniformCondition() {
  return "(" + uniforms[pick(uniforms.size())] + (chance(50) ? " < " : " != ") + number(pick(6)) +
         ")";
}

std::string FunctionWriter::value(ValueType type, unsigned depth) {
  if (depth == 0 || chance(15))
    return leaf(type);
  if (chance(12)) {
    // A condition chooses: for vectors by their components, or the whole.
    std::string a = value(type, depth - 1), b = value(type, depth - 1);
    if (!type.isVector() || chance(40))
      return type.isVector()
                 ? "select(" + a + ", " + b + ", (" + type.comparison().name() + ")(-(" +
                       type.comparison().element().name() + ")" + condition(depth - 1) + "))"
                 : "(" + type.name() + ")(" + condition(depth - 1) + " ? " + a + " : " + b + ")";
    return "select(" + a + ", " + b + ", " + value(type, 0) + " < " + value(type, 0) + ")";
  }
  if (chance(14))
    return converted(type, depth);
  if (type.isVector() && chance(20))
    return composed(type, depth);
  if (chance(25)) {
    std::string text = loaded(type, depth);
    if (!text.empty())
      return text;
  }
  return type.isFloat() ? floatValue(type, depth) : integerValue(type, depth);
}

std::string FunctionWriter::composed(ValueType type, unsigned depth) {
  ValueType element = type.element();
  switch (pick(4)) {
  case 0: {
    std::string text = "(" + type.name() + ")(";
    for (unsigned i = 0; i < type.width; ++i)
      text += (i ? ", " : "") + leaf(element);
    return text + ")";
  }
  case 1: {
    static constexpr std::array<unsigned, 4> sources = {2, 4, 8, 3};
    ValueType source = element.widened(sources[pick(element.bits == 64 ? 2 : 4)]);
    std::string text = value(source, depth - 1) + ".s";
    for (unsigned i = 0; i < type.width; ++i)
      text += components[pick(source.width)];
    return text;
  }
  case 2:
    if (type.width == 4 || type.width == 8 || type.width == 16)
      return "(" + type.name() + ")(" + value(element.widened(type.width / 2), depth - 1) + ", " +
             value(element.widened(type.width / 2), 0) + ")";
    return leaf(type);
  default:
    if (type.width == 3)
      return leaf(type);
    // Components by a mask that is known at run time only.
    return "shuffle(" + value(type, depth - 1) + ", " +
           value(ValueType{ValueType::Kind::unsignedInteger, type.bits, type.width}, 0) + ")";
  }
}

std::string FunctionWriter::converted(ValueType to, unsigned depth) {
  ValueType from = randomScalar().widened(to.width);
  if (from.bits == 64 && to.width > 4)
    from.bits = 32;
  std::string source = value(from, depth - 1);
  if (to.isFloat() && chance(15)) {
    // Any number, but neither infinite nor NaN, whose bits are left open.
    from = to.asInteger();
    return "as_" + to.name() + "((" + from.name() + ")(" + value(from, depth - 1) + " & (" +
           from.element().name() + ")" +
           (to.bits == 64   ? "0xbfffffffffffffff"
            : to.bits == 32 ? "0xbfffffff"
                            : "0xbfff") +
           "))";
  }
  if (to.isFloat()) {
    static constexpr std::array<const char *, 3> modes = {"", "_rte", "_rtz"};
    return "convert_" + to.name() + modes[from.isFloat() ? 0 : pick(3)] + "(" + source + ")";
  }
  if (from.isFloat()) {
    static constexpr std::array<const char *, 5> modes = {"_sat", "_sat_rte", "_sat_rtn",
                                                          "_sat_rtp", "_sat_rtz"};
    if (to.isVector() || chance(60))
      return "convert_" + to.name() + modes[pick(5)] + "(" + source + ")";
    if (chance(50))
      return "convert_" + to.name() + (modes[pick(5)] + 4) + "(BOUNDED(" + source + "))";
    return "(" + to.name() + ")BOUNDED(" + source + ")";
  }
  if (from.bits * from.width == to.bits * to.width && chance(30))
    return "as_" + to.name() + "(" + source + ")";
  if (to.bits < from.bits && chance(30))
    return "convert_" + to.name() + "_sat(" + source + ")";
  return to.isVector() ? "convert_" + to.name() + "(" + source + ")"
                       : "(" + to.name() + ")(" + source + ")";
}

std::string FunctionWriter::loaded(ValueType type, unsigned depth) {
  if (chance(35)) {
    std::string text;
    ValueType found;
    for (unsigned attempt = 0; attempt < 3; ++attempt)
      if (place(text, found) && found == type)
        return text;
  }
  if (isKernel && context.usesImages && type.width == 4 && type.bits == 32 && chance(60))
    return texel(type, depth - 1);
  if (isKernel && type == context.dense && chance(50))
    return elementwise(depth - 1);
  if (type.isFloat()) {
    if (context.features.halves && type.bits == 32 && !type.isVector() && isKernel && chance(40))
      return "vload_half(" + index(16, 0) + ", (const half *)halves)";
    return "";
  }
  if (type == intType && chance(15))
    return context.constantTable + "[" + index(16, depth - 1) + "]";
  unsigned count = FuzzBuffers::inputWords * 4 / type.bytes();
  std::string where;
  if (type.bytes() <= 4 && chance(20)) {
    // Rows of a matrix, in one dimension: all of it lies in the input.
    unsigned columns = 8u << pick(3);
    std::string width = chance(50) ? number(columns) : "((n & 4) * " + number(columns / 4) + ")";
    std::string text = "[gid % " + width + " + gid / " + width + " * " + number(columns + pick(9)) +
                       " + " + number(pick(9)) + "]";
    if (isKernel)
      return "((global const " + type.name() + " *)in)" + text;
  }
  switch (pick(6)) {
  case 4: { // kept within bounds
    const std::string &id = ids[pick(ids.size())];
    const std::string edge = number(1 + pick(60));
    const std::string next = id + (chance(50) ? " + " : " - ") + number(pick(4));
    where = chance(50) ? "clamp((int)(" + next + "), 0, " + edge + ")"
                       : "(" + id + (chance(50) ? " == " : " >= ") + edge + " ? " +
                             number(pick(60)) + " : (int)(" + next + "))";
    where = "(" + where + ") & " + number(count - 1);
    break;
  }
  case 0: // side by side
    where = "(" + ids[pick(ids.size())] + " + " + number(pick(8)) + ") & " + number(count - 1);
    break;
  case 1: // with gaps
    where = "(" + ids[pick(ids.size())] + " * " + number(1 + pick(5)) + ") & " + number(count - 1);
    break;
  case 2: // backwards, or uniform
    where = chance(50) ? number(50 + pick(10)) + " - (" + ids[pick(ids.size())] + " & 31)"
                       : uniforms[pick(uniforms.size())] + " & 31";
    break;
  case 3: // by a narrow index that wraps
    where =
        "(uchar)(" + ids[pick(ids.size())] + " + " + number(pick(256)) + ") & " + number(count - 1);
    break;
  default:
    where = value(intType, depth - 1) + " & " + number(count - 1);
    break;
  }
  if (type.isVector() && (type.width == 3 || chance(40)))
    return "vload" + number(type.width) + "((" + where + ") & " +
           number(FuzzBuffers::inputWords * 4 / (type.bits / 8 * 16) - 1) + ", (global const " +
           type.element().name() + " *)in)";
  if (type == uintType)
    return "in[" + where + "]";
  return "((global const " + type.name() + " *)in)[" + where + "]";
}

// Operations that do the same to each component of the dense vectors.
std::string FunctionWriter::elementwise(unsigned depth) {
  const ValueType type = context.dense;
  const std::string name = type.name(), element = type.element().name();
  if (depth == 0 || chance(15)) {
    if (chance(15))
      return literal(type);
    // Small whole numbers, of which no NaN comes: its bits, which are stored, are left open.
    if (type.isFloat()) {
      const ValueType bytes{ValueType::Kind::unsignedInteger, 8, type.width};
      if (chance(10))
        return vectorOfOne(type, "convert_" + element + "(in[gid] & 7)");
      return "convert_" + name + "(((global const " + bytes.name() + " *)in)[gid] & (uchar)7)";
    }
    if (chance(10))
      return leaf(type);
    if (chance(10))
      return vectorOfOne(type, leaf(type.element()));
    const std::string space = chance(75) ? "global const " : "global ";
    const std::string from = space == "global " ? "dense" : "in";
    if (context.denseIsPacked)
      return "vload" + number(type.width) + "(gid, (" + space + element + " *)" + from + ")";
    return "((" + space + name + " *)" + from + ")[gid]";
  }
  std::string a = elementwise(depth - 1), b = elementwise(depth - 1);
  if (type.isFloat()) {
    static constexpr std::array<const char *, 3> operators = {" + ", " - ", " * "};
    if (chance(20))
      return "fma(" + a + ", " + b + ", " + elementwise(depth - 1) + ")";
    if (chance(20))
      return "select(" + a + ", " + b + ", " + a + " < " + b + ")";
    return "(" + a + operators[pick(3)] + b + ")";
  }
  if (chance(20))
    return std::string(chance(50) ? "min(" : "add_sat(") + a + ", " + b + ")";
  if (chance(15))
    return "(" + a + " / ((" + b + " & (" + element + ")7) + (" + element + ")1))";
  if (chance(15))
    return "select(" + a + ", " + b + ", " +
           (type.kind == ValueType::Kind::signedInteger ? "" : "as_" + type.comparison().name()) +
           "(" + a + " < " + b + "))";
  static constexpr std::array<const char *, 5> operators = {" + ", " - ", " * ", " & ", " ^ "};
  const std::string wide = type.asUnsigned().name();
  return "as_" + name + "(as_" + wide + "(" + a + ")" + operators[pick(5)] + "as_" + wide + "(" +
         b + "))";
}

std::string FunctionWriter::integerValue(ValueType type, unsigned depth) {
  std::string a = value(type, depth - 1), b = value(type, depth - 1);
  std::string name = type.name(), unsignedName = type.asUnsigned().name();
  // Vectors keep their type, narrow scalars become int.
  bool isWide = type.bits == 64;
  std::string wide = type.isVector() ? unsignedName : isWide ? "ulong" : "uint";
  auto cast = [&](const std::string &text) {
    return type.isVector() ? "as_" + unsignedName + "(" + text + ")"
                           : "(" + wide + ")(" + text + ")";
  };
  auto back = [&](const std::string &text) {
    return type.isVector() ? "as_" + name + "(" + text + ")" : "(" + name + ")(" + text + ")";
  };
  auto binary = [&](const char *op) { return back(cast(a) + " " + op + " " + cast(b)); };
  switch (pick(19)) {
  case 0:
  case 1:
    return binary("+");
  case 2:
    return binary("-");
  case 3:
    return binary("*");
  case 4:
    return binary("^");
  case 5:
    return binary(chance(50) ? "&" : "|");
  case 6:
    return back(cast(a) + " << " + cast("(" + b + ") & (" + name + ")7"));
  case 7:
    return back("(" + a + ") >> ((" + b + ") & (" + name + ")7)");
  case 8: // kept from zero and from minus one
    return back("(" + a + ") " + (chance(50) ? "/" : "%") + " (((" + b + ") & (" + name +
                ")15) + (" + name + ")1)");
  case 9: // zero is kept out by a condition
    if (type.isVector() || type.kind == ValueType::Kind::signedInteger)
      return binary("+");
    return "(" + name + ")((" + b + ") != 0 ? (" + name + ")((" + a + ") " +
           (chance(50) ? "/" : "%") + " (" + b + ")) : (" + name + ")7)";
  case 10:
    return std::string(chance(50) ? "min(" : "max(") + a + ", " + b + ")";
  case 11:
    return std::string(chance(50) ? "add_sat(" : "sub_sat(") + a + ", " + b + ")";
  case 12:
    return std::string(chance(50) ? "rotate(" : "mul_hi(") + a + ", " + b + ")";
  case 13:
    return std::string(chance(50) ? "clz(" : "popcount(") + a + ")";
  case 14:
    return std::string(chance(50) ? "hadd(" : "rhadd(") + a + ", " + b + ")";
  case 15:
    return "bitselect(" + a + ", " + b + ", " + value(type, 0) + ")";
  case 16:
    return back("~" + cast(a));
  case 17:
    return type.isVector()
               ? back("as_" + unsignedName + "(" + a + (chance(50) ? " < " : " == ") + b + ")")
               : "(" + name + ")(" + a + (chance(50) ? " < " : " == ") + b + ")";
  default:
    return "as_" + name + "(abs_diff(" + a + ", " + b + "))";
  }
}

std::string FunctionWriter::floatValue(ValueType type, unsigned depth) {
  std::string a = value(type, depth - 1), b = value(type, depth - 1);
  std::string suffix = type.bits == 64 ? "" : type.bits == 16 ? "h" : "f", zero = "0.0" + suffix;
  switch (pick(9)) {
  case 0:
  case 1:
    return "(" + a + " + " + b + ")";
  case 2:
    return "(" + a + " - " + b + ")";
  case 3:
    return "(" + a + " * " + b + ")";
  case 4:
    return "fma(" + a + ", " + b + ", " + leaf(type) + ")";
  case 5:
    return std::string(chance(50) ? "fabs(" : "floor(") + a + ")";
  case 6: // which zero comes out is left open
    return std::string(chance(50) ? "(fmin(" : "(fmax(") + a + ", " + b + ") + " + zero + ")";
  case 7:
    return std::string(chance(50) ? "trunc(" : "rint(") + a + ")";
  default:
    return "(" + a + " / (fabs(" + b + ") + 1.0" + suffix + "))";
  }
}

std::string FunctionWriter::pointer(unsigned depth) {
  std::vector<const Array *> ints;
  for (const Array &array : arrays)
    if (array.type == intType)
      ints.push_back(&array);
  auto element = [&] {
    const Array &array = *ints[pick(ints.size())];
    return "&" + array.name + "[" + index(array.length, depth ? depth - 1 : 0) + "]";
  };
  std::string other = intPointers[pick(intPointers.size())];
  switch (pick(6)) {
  case 0:
    return "(" + condition(1) + " ? " + other + " : " + element() + ")";
  case 1:
    return "(" + condition(1) + " ? " + element() + " : " + element() + ")";
  case 2: {
    const Array &array = *ints[pick(ints.size())];
    return "(int *)((ulong)" + array.name + " + 4 * " + index(array.length, 1) + ")";
  }
  case 3:
    return pointerTable.empty() ? other : pointerTable + "[" + index(4, 1) + "]";
  default:
    return element();
  }
}

} // namespace heddle::test
