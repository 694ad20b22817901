// Statements that all work-items of a work-group reach together, and atomics. What they leave does
// not depend on the order of the work-items, nor on the size of the sub-groups.
#include "tests/fuzz/kernels/function_writer.hpp"

#include <array>

namespace heddle::test {

namespace {

constexpr unsigned firstCounter = FuzzBuffers::outputWords - FuzzBuffers::counters;

/// Each operation has counters of its own, so that the order does not matter.
std::string counter(const std::string &index) {
  return "(volatile global uint *)&out[" + std::to_string(firstCounter) + " + " + index + "]";
}
std::string counter(unsigned index) { return counter(std::to_string(index)); }

} // namespace

void FunctionWriter::addToCounter() {
  if (!isKernel)
    return assign();
  std::string operand = value(uintType, 1);
  switch (pick(14)) {
  case 0:
    return line("atomic_xor(" + counter("8 + " + index(4, 1)) + ", " + operand + ");");
  case 1:
    return line("atomic_max(" + counter(14) + ", " + operand + ");");
  case 2:
    return line("atomic_min(" + counter(15) + ", " + operand + ");");
  case 3: // the tickets are given in any order, but their sum is known
    return line("atomic_add(" + counter(17) + ", atomic_inc(" + counter(16) + "));");
  case 4:
    return line("atomic_and(" + counter(18) + ", " + operand + " | 0xf0f0f0f0u);");
  case 5: // each round gets at least one lane further
    open("{");
    line("uint step = " + operand + ", old, seen = *(" + counter(19) + ");");
    line("do { old = seen; seen = atomic_cmpxchg(" + counter(19) +
         ", old, old + step); } while (seen != old);");
    return close();
  case 6:
    return line("atom_add((volatile global ulong *)" + counter(20) + ", (ulong)" +
                value({ValueType::Kind::unsignedInteger, 64, 1}, 1) + ");");
  case 7:
    return line("atomic_max((volatile global int *)" + counter(22) + ", " + value(intType, 1) +
                ");");
  case 8:
    return line("atomic_fetch_add_explicit((volatile global atomic_uint *)" + counter(23) + ", " +
                operand + ", memory_order_relaxed, memory_scope_device);");
  case 9:
  case 10:
    return addWithLock();
  default:
    return line("atomic_add(" + counter(index(8, 1)) + ", " + operand + ");");
  }
}

// One of four sums, each with a lock that has its initial value while it is free.
void FunctionWriter::addWithLock() {
  const std::string bucket = index(4, 1), lock = counter("24 + bucket"),
                    sum = "*(" + counter("28 + bucket") + ") += step;",
                    free = number(FuzzBuffers::initialOutput) + "u",
                    take = chance(50) ? "atomic_xchg(" + lock + ", 1) == " + free
                                      : "atomic_cmpxchg(" + lock + ", " + free + ", 1) == " + free,
                    give =
                        "mem_fence(CLK_GLOBAL_MEM_FENCE); atomic_xchg(" + lock + ", " + free + ");",
                    section = sum + " " + give;
  open("{");
  line("uint bucket = (uint)(" + bucket + "), step = " + value(uintType, 1) + ";");
  switch (pick(5)) {
  case 0:
    line("while (!(" + take + "));");
    line(section);
    break;
  case 1:
    line("bool done = false;");
    line("while (!done) if (" + take + ") { " + section + " done = true; }");
    break;
  case 2:
    line("for (;;) if (" + take + ") { " + section + " break; }");
    break;
  case 3: // several times, in another bucket each
    open("for (uint k = step & 3; k != 4; ++k, bucket = (bucket + 1) & 3) {");
    line("while (!(" + take + "));");
    line(section);
    close();
    break;
  default: // another lock is taken where this one is held, always a later one
    open("for (bool done = false; !done;) if (" + take + ") {");
    line(sum);
    line("uint first = bucket;");
    open("if (bucket < 3 && (step & 1)) {");
    line("bucket = 3;");
    line("while (!(" + take + "));");
    line(section);
    close();
    line("bucket = first;");
    line(give + " done = true;");
    close();
    break;
  }
  close();
}

void FunctionWriter::groupStatement() {
  switch (pick(context.features.subGroups ? 16 : 9)) {
  case 0:
    return asyncCopy();
  case 1:
  case 2:
    return workGroupFunction();
  case 3:
    return localAtomics();
  case 4:
    if (!context.groupHelper.empty())
      return line(variables.front().name + " ^= (int)" + context.groupHelper + "(" +
                  value(uintType, 1) + ", scratch);");
    return exchange();
  case 5:
  case 6:
    return exchange();
  case 7:
  case 8:
    return gridStatement();
  case 9:
    return blockStatement();
  case 10:
  case 11:
  case 12:
    return divergentFunction();
  default:
    return subGroupFunction();
  }
}

void FunctionWriter::exchange() {
  line("scratch[lid] = " + value(uintType, 2) + ";");
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  line(variables.front().name + " ^= (int)scratch[(lid * " + number(1 + pick(5)) + " + " +
       number(pick(9)) + ") % groupItems];");
  // The same for all, which only the run can know.
  if (chance(40))
    line("shared = (int)scratch[" + number(pick(40)) + " % groupItems];");
  line("barrier(CLK_LOCAL_MEM_FENCE);");
}

void FunctionWriter::asyncCopy() {
  open("{");
  switch (pick(4)) {
  case 0:
    line("event_t e = async_work_group_copy((local uint4 *)staged, (global const uint4 *)in + (" +
         uniforms[pick(uniforms.size())] + " & 127), " + number(1 + pick(8)) + ", 0);");
    break;
  case 1:
    line("event_t e = async_work_group_strided_copy(staged, in + (" +
         uniforms[pick(uniforms.size())] + " & 255), " + number(1 + pick(32)) + ", " +
         number(1 + pick(4)) + ", 0);");
    break;
  case 2: // two at once
    line("event_t e = async_work_group_copy(staged, in + " + number(pick(64)) + ", 16, 0);");
    line("e = async_work_group_copy((local uchar *)(staged + 16), (global const uchar *)in + " +
         number(pick(64)) + ", " + number(1 + pick(60)) + ", e);");
    break;
  default:
    line("event_t e = async_work_group_copy(staged, in + (" + uniforms[pick(uniforms.size())] +
         " & 511), " + number(1 + pick(32)) + ", 0);");
    break;
  }
  line("wait_group_events(1, &e);");
  // An int must not overflow.
  line(variables.front().name + " ^= (int)staged[" + index(32, 1) + "];");
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  if (chance(30)) {
    line("if (lid < 32) staged[lid] = " + value(uintType, 1) + ";");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    line("e = async_work_group_copy(groupWords, staged, " + number(1 + pick(16)) + ", 0);");
    line("wait_group_events(1, &e);");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
  }
  close();
}

// Sums of numbers that are exact in any order.
void FunctionWriter::workGroupFunction() {
  using Kind = ValueType::Kind;
  std::vector<ValueType> types = {intType,
                                  uintType,
                                  {Kind::signedInteger, 64, 1},
                                  {Kind::unsignedInteger, 64, 1},
                                  {Kind::floating, 32, 1}};
  if (context.features.doubles)
    types.push_back({Kind::floating, 64, 1});
  if (context.features.halves)
    types.push_back({Kind::floating, 16, 1});
  ValueType type = types[pick(types.size())];
  std::string operand = value(type, 1);
  if (type.isFloat()) // whole numbers whose sum even a half has
    operand = "convert_" + type.name() + "(" + value(uintType, 1) + " & 7)";
  static constexpr std::array<const char *, 3> operations = {"add", "min", "max"};
  const std::string operation = operations[pick(3)], &to = variables.front().name;
  switch (pick(5)) {
  case 0:
  case 1:
    return line(to + " ^= (int)" +
                fold("work_group_reduce_" + operation + "(" + operand + ")", type) + ";");
  case 2:
  case 3:
    return line(to + " ^= (int)" +
                fold(std::string("work_group_scan_") + (chance(50) ? "in" : "ex") + "clusive_" +
                         operation + "(" + operand + ")",
                     type) +
                ";");
  default:
    if (chance(50))
      return line(to + " ^= " + std::string(chance(50) ? "work_group_any(" : "work_group_all(") +
                  condition(1) + ") != 0;");
    return line(to + " ^= (int)" +
                fold("work_group_broadcast(" + operand + ", " + uniforms[pick(uniforms.size())] +
                         " & (get_local_size(0) > 7 ? 7 : 0), get_local_size(1) - 1, 0)",
                     type) +
                ";");
  }
}

void FunctionWriter::localAtomics() {
  std::string where = "&sums[" + index(8, 1) + "]", operand = value(uintType, 1);
  line("for (last = lid; last < 8; last += groupItems) sums[last] = (uint)last;");
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  bool isDivergent = chance(50);
  if (isDivergent)
    open("if (" + condition(1) + ") {");
  switch (pick(6)) {
  case 0:
    line("atomic_max(" + where + ", " + operand + ");");
    break;
  case 1:
    line("atomic_xor(" + where + ", " + operand + ");");
    break;
  case 2:
    line("atomic_add(&sums[1], atomic_inc(&sums[0]));");
    break;
  case 3:
    line("atomic_fetch_add((local atomic_uint *)" + where + ", " + operand + ");");
    break;
  default:
    line("atomic_add(" + where + ", " + operand + ");");
    break;
  }
  if (isDivergent)
    close();
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  line(variables.front().name + " ^= (int)sums[" + index(8, 1) + "];");
  line("barrier(CLK_LOCAL_MEM_FENCE);");
}

// What all sub-group sizes must agree on.
void FunctionWriter::subGroupFunction() {
  std::string operand = value(uintType, 1), small = "(" + value(uintType, 1) + " & 15)";
  const std::string &to = variables.front().name;
  std::string floating = pick(3) == 0                             ? "float"
                         : context.features.halves && chance(50)  ? "half"
                         : context.features.doubles && chance(50) ? "double"
                                                                  : "float";
  const std::string first = "if (get_sub_group_local_id() == 0) ";
  open("{");
  switch (pick(10)) {
  case 0:
    line("uint sum = sub_group_reduce_add(" + operand + ");");
    line(first + "atomic_add(" + counter(pick(8)) + ", sum);");
    break;
  case 1:
    line("uint x = " + operand + ";");
    line(to + " ^= (int)(sub_group_scan_inclusive_add(x) - sub_group_scan_exclusive_add(x));");
    break;
  case 2:
    line("int some = sub_group_any(" + condition(1) + ");");
    line("if (some) atomic_or(" + counter(12) + ", " + number(1u << pick(16)) + "u);");
    break;
  case 3:
    line("int every = sub_group_all(" + condition(1) + ");");
    line("if (!every) atomic_or(" + counter(13) + ", " + number(1u << pick(16)) + "u);");
    break;
  case 4:
    line("uint most = sub_group_reduce_max(" + operand + ");");
    line(first + "atomic_max(" + counter(14) + ", most);");
    break;
  case 5:
    line("uint least = sub_group_reduce_min(" + operand + ");");
    line(first + "atomic_min(" + counter(15) + ", least);");
    break;
  case 6:
    line(floating + " sum = sub_group_reduce_add(convert_" + floating + "(" + small + "));");
    line(first + "atomic_add(" + counter(pick(8)) + ", (uint)sum);");
    break;
  case 7:
    line(floating + " x = convert_" + floating + "(" + small + ");");
    line(to + " ^= (int)(sub_group_scan_inclusive_add(x) - sub_group_scan_exclusive_add(x));");
    break;
  case 8:
    line("long x = (long)" + operand + ";");
    line(to +
         " ^= (int)(sub_group_scan_inclusive_max(x) >= x && sub_group_reduce_min(x) <= x) + 1;");
    break;
  default:
    line(to + " += sub_group_broadcast(" + uniforms[pick(uniforms.size())] + " & 255, 0) & 15;");
    break;
  }
  close();
}

// A function that all work-items of the group call together.
std::string FunctionWriter::groupHelper(const std::string &name) {
  std::string text = chance(60) ? "__attribute__((noinline)) " : "";
  text +=
      "uint " + name +
      "(uint x, local uint *scratch) {\n"
      "  uint lid = (uint)get_local_linear_id(), result = x;\n"
      "  uint groupItems = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));\n";
  for (unsigned i = 0, count = 1 + pick(2); i < count; ++i)
    switch (pick(4)) {
    case 0:
      text += "  result += work_group_reduce_add(result & 0xffffu);\n";
      break;
    case 1:
      text += "  if (work_group_any(result > 90u)) result ^= 3u;\n";
      break;
    case 2:
      text += "  for (int i = 0; i < " + number(1 + pick(3)) +
              "; ++i) {\n    scratch[lid] = result + (uint)i;\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
              "    result ^= scratch[(lid + 1u) % groupItems];\n"
              "    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n";
      break;
    default:
      text += "  scratch[lid] = result;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
              "  result += scratch[(lid * 3u + 2u) % groupItems];\n"
              "  barrier(CLK_LOCAL_MEM_FENCE);\n";
      break;
    }
  return text + "  return result;\n}\n";
}

} // namespace heddle::test
