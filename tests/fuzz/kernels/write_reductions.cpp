// Kernels that wait for the additions of a long loop: the compiler gives those more lanes, or
// several rows of a work-group at once.
#include "tests/fuzz/kernels/function_writer.hpp"

namespace heddle::test {

std::string FunctionWriter::reductionBody() {
  const bool isDouble = context.features.doubles && chance(15);
  const bool usesRows = chance(80);
  const std::string type = isDouble ? "double" : "float";
  const std::string size = number(20 + pick(60));
  unsigned sums = 1 + pick(3);
  std::string text = "  int x = (int)(get_global_id(0) - get_global_offset(0));\n"
                     "  int width = (int)get_global_size(0), gid = (int)get_global_linear_id();\n";
  text += usesRows ? "  int y = (int)(get_global_id(1) - get_global_offset(1));\n"
                   : "  int y = gid / width;\n";
  text += "  int length = " + size + " + (n & " + number(pick(4)) + ");\n";
  for (unsigned i = 0; i < sums; ++i)
    text += "  " + type + " sum" + number(i) + " = " + number(pick(3)) + ";\n";
  std::string start = chance(30) ? "x & 3" : chance(30) ? "y & 7" : "0";
  std::string limit = chance(60) ? "length" : chance(50) ? "length + (x & 7)" : "length - (y & 15)";
  // An early return, or lanes that do nothing.
  if (chance(25))
    text += "  if (" + std::string(chance(50) ? "x" : "y") + " % " + number(2 + pick(6)) +
            " == 1) return;\n";
  text += "  for (int i = " + start + "; i < " + limit + "; ++i) {\n";
  auto small = [&](const std::string &index) {
    return "convert_" + type + "(in[" + index + "] & 1023u)";
  };
  for (unsigned i = 0; i < sums; ++i) {
    std::string a = chance(50) ? small("i * 8 + " + number(i))
                               : small("(y * " + number(1 + pick(4)) + " + i) & 1023");
    std::string b = chance(50) ? small("(x + i * " + number(1 + pick(3)) + ") & 1023")
                               : small("x + i + " + number(pick(20)));
    std::string name = "sum" + number(i);
    if (chance(50))
      text += "    " + name + " = fma(" + a + ", " + b + ", " + name + ");\n";
    else if (chance(60))
      text += "    " + name + " += " + a + " * " + b + ";\n";
    else
      text += "    " + name + (chance(50) ? " += " : " -= ") + a + ";\n";
  }
  text += "  }\n";
  if (chance(20))
    text += "  if (y > 1 && sum0 > 9) sum0 -= (" + type + ")x;\n";
  for (unsigned i = 0; i < sums; ++i)
    text += "  out[" + std::string(i == 0 ? "y * width + x" : "gid * 32 + " + number(i)) + " + " +
            number(i ? FuzzBuffers::maxItems : 0) + "] = FOLD(sum" + number(i) + ");\n";
  return text;
}

} // namespace heddle::test
