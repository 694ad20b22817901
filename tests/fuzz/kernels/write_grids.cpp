// Grids of private vectors in nested loops around barriers, as register-blocked kernels have them,
// and block reads and writes where all sub-groups are full.
#include "tests/fuzz/kernels/function_writer.hpp"

#include <array>

namespace heddle::test {

namespace {

/// Around statements over all of a grid, in either order.
std::string nest(unsigned rows, unsigned columns, bool byColumn) {
  const std::string overRows = "for (int i = 0; i < " + std::to_string(rows) + "; ++i) ",
                    overColumns = "for (int j = 0; j < " + std::to_string(columns) + "; ++j) ";
  return byColumn ? overColumns + overRows : overRows + overColumns;
}

} // namespace

void FunctionWriter::barrier() {
  static constexpr std::array<const char *, 3> flags = {"0", "CLK_LOCAL_MEM_FENCE",
                                                        "CLK_GLOBAL_MEM_FENCE"};
  line("barrier(" + std::string(flags[pick(3)]) + ");");
}

void FunctionWriter::gridStatement() {
  static constexpr std::array<unsigned, 4> bits = {8, 16, 32, 64};
  static constexpr std::array<unsigned, 4> widths = {2, 4, 8, 16};
  const ValueType type{ValueType::Kind::unsignedInteger, bits[pick(4)], widths[pick(4)]};
  const std::string name = type.name();
  const unsigned rows = 1 + pick(4), columns = 1 + pick(4);
  const std::string next = "grid[(i + 1) % " + number(rows) + "][" +
                           (chance(50) ? "j" : "(j + 1) % " + number(columns)) + "]";
  const auto overGrid = [&](const std::string &statement) {
    line(nest(rows, columns, chance(50)) + statement);
  };
  open("{");
  line(name + " grid[" + number(rows) + "][" + number(columns) + "];");
  overGrid("grid[i][j] = (" + name + ")(" + value(uintType, 1) + ") + (" + name + ")(i * " +
           number(1 + pick(20)) + " + j);");
  const bool splits = chance(40);
  if (splits)
    line("intel_work_group_barrier_arrive(0);");
  else if (chance(70))
    barrier();
  if (chance(60)) {
    const std::string rounds =
        chance(50) ? number(1 + pick(3)) : "(" + uniforms[pick(uniforms.size())] + " & 3)";
    open("for (int round = 0; round < " + rounds + "; ++round) {");
    overGrid("grid[i][j] = grid[i][j] * (" + name + ")" + number(3 + pick(9)) + " + " + next + ";");
    if (splits) {
      line("intel_work_group_barrier_wait(0);");
      line("intel_work_group_barrier_arrive(0);");
    } else if (chance(60)) {
      barrier();
    }
    close();
  }
  if (splits)
    line("intel_work_group_barrier_wait(0);");
  line("scratch[lid] = " +
       fold("grid[" + number(pick(rows)) + "][" + number(pick(columns)) + "]", type) + ";");
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  line("grid[0][0] += (" + name + ")scratch[(lid + " + number(1 + pick(7)) + ") % groupItems];");
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  overGrid(variables.front().name + " ^= (int)(" + fold("grid[i][j]", type) + " * " +
           number(1 + pick(9)) + "u + (uint)(i * 5 + j));");
  close();
}

// A block read at the place of a sub-group's first item gives each item its own word, whatever the
// size.
void FunctionWriter::blockStatement() {
  const std::string &to = variables.front().name;
  open("if (groupItems % 32 == 0 && get_local_size(0) == (size_t)groupItems) {");
  line("const int lane = (int)get_sub_group_local_id();");
  const std::string first = " + lid - lane";
  switch (pick(5)) {
  case 0:
    line(to + " ^= (int)intel_sub_group_block_read(in + " + number(pick(3000)) + first + ");");
    break;
  case 1:
    line(to + " ^= (int)intel_sub_group_block_read_us((global const ushort *)in + " +
         number(pick(6000)) + first + ");");
    break;
  case 2:
    line(to + " ^= (int)intel_sub_group_block_read_uc((global const uchar *)in + " +
         number(pick(9000)) + first + ");");
    break;
  case 3:
    line("intel_sub_group_block_write(spread + " + number(pick(8)) + " * items + gid - lane, " +
         value(uintType, 1) + ");");
    break;
  default:
    line("intel_sub_group_block_write(scratch" + first + ", " + value(uintType, 1) + ");");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    line(to + " ^= (int)scratch[(lid * 3 + " + number(pick(9)) + ") % groupItems];");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    line(to + " ^= (int)intel_sub_group_block_read(scratch" + first + ");");
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    break;
  }
  close();
}

} // namespace heddle::test
