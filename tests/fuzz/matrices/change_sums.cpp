// What a random kernel does to its sums between products. Floats stay small integers.
#include "tests/fuzz/matrices/kernel_writer.hpp"

namespace heddle::test {

namespace {

bool isFloatSum(const Products &products) { return products.function.cType.starts_with("float"); }

/// The statement for each component `r` of each sum, kept small.
std::string forComponents(const Products &products, const std::string &over,
                          const std::string &value) {
  const std::string component = products.sum() + (products.function.m == 1 ? "" : "[r]");
  return put("  $OVER\n    for (int r = 0; r < $M; ++r)\n      $C = $VALUE;\n",
             {{"OVER", over},
              {"M", text(products.function.m)},
              {"C", component},
              {"VALUE", isFloatSum(products) ? "clamp(" + value + ", -2000.0f, 2000.0f)" : value}});
}

} // namespace

/// All lanes alike.
std::string KernelWriter::change(const Products &products) {
  const MadFunction &f = products.function;
  const std::string over = overSums(products), sum = products.sum(),
                    component = sum + (f.m == 1 ? "" : "[r]");
  const auto whole = [&](const std::string &value) {
    const std::string type = "(" + f.cType + ")";
    return "  " + over + "\n    " + sum + " = clamp(" + value + ", " + type + "(-2000), " + type +
           "(2000));\n";
  };
  switch (random.below(9)) {
  case 0:
    return whole(sum + " * 2 + 1");
  case 1:
    return whole("-" + sum);
  case 2:
    return "  " + over + "\n    " + sum + " = 0;\n";
  case 3: // another sum
    return whole(sum + " + " + products.name("s") + "[0][0]");
  case 4: // one sum alone
    return put(isFloatSum(products) ? "  $S[0][0] = -$S[0][0];\n" : "  $S[0][0] = $S[0][0] / 2;\n",
               {{"S", products.name("s")}});
  case 5:
    return forComponents(products, over, component + " + " + text(random.below(9)) + " - r");
  case 6: // through another type
    return isFloatSum(products)
               ? forComponents(products, over,
                               "(float)((int)clamp(" + component + ", -3000.0f, 3000.0f) ^ 5)")
               : forComponents(products, over, "(int)((uint)" + component + " >> 3)");
  default:
    return forComponents(products, over,
                         "max(" + component + ", (" + (isFloatSum(products) ? "float" : "int") +
                             ")(" + (counters.empty() ? "skip" : counters.back()) + "))");
  }
}

/// Each lane for itself, or with the others of its sub-group: the lanes may take ways of their own.
std::string KernelWriter::changeByLanes(const Products &products) {
  const std::string over = overSums(products),
                    component = products.sum() + (products.function.m == 1 ? "" : "[r]");
  switch (random.below(6)) {
  case 0:
    return "  if (lane % 3 == 1) {\n" + change(products) + "  }\n";
  case 1:
    return "  for (int t = 0; t < lane % 3; ++t) {\n" + change(products) + "  }\n";
  case 2:
    return forComponents(products, over,
                         "sub_group_shuffle_xor(" + component + ", " + text(1 + random.below(7)) +
                             "u)");
  case 3:
    return forComponents(products, over, "sub_group_reduce_max(" + component + ")");
  case 4:
    return forComponents(products, over,
                         "intel_sub_group_shuffle(" + component + ", (lane + r) % " +
                             text(products.function.n) + ")");
  default:
    return forComponents(products, over,
                         component + " + (lane < " + text(1 + random.below(8)) + " ? 7 : -1)");
  }
}

/// The first sum of the next sub-group, through local memory.
std::string KernelWriter::exchange(const Products &products) {
  const MadFunction &f = products.function;
  const unsigned bytes = kernel.subGroups() * f.m * f.n * 4;
  if (localBytes + bytes > 56 << 10)
    return change(products);
  localBytes += bytes;
  const std::string box = "box" + text(localArrays++);
  declarations =
      put("  local $TYPE $BOX[$COUNT];\n", {{"TYPE", isFloatSum(products) ? "float" : "int"},
                                            {"BOX", box},
                                            {"COUNT", text(kernel.subGroups() * f.m * f.n)}}) +
      declarations;
  return put("  for (int r = 0; r < $M; ++r)\n"
             "    $BOX[(get_sub_group_id() * $M + r) * $SIZE + lane] = $S[0][0]$R;\n"
             "  barrier(CLK_LOCAL_MEM_FENCE);\n  for (int r = 0; r < $M; ++r)\n"
             "    $S[0][0]$R = $BOX[((get_sub_group_id() + 1) % $ALL * $M + r) * $SIZE + lane];\n"
             "  barrier(CLK_LOCAL_MEM_FENCE);\n",
             {{"BOX", box},
              {"M", text(f.m)},
              {"SIZE", text(f.n)},
              {"S", products.name("s")},
              {"R", f.m == 1 ? "" : "[r]"},
              {"ALL", text(kernel.subGroups())}});
}

/// Sums that are a factor of the next product, as where one matrix product follows another.
std::string KernelWriter::sumsAsFactors(const Products &products) {
  const MadFunction &f = products.function;
  // A lane's components have the layout of sums where a row of A is a component.
  const bool isWord = f.aType == "int8" || f.aType == "uint8",
             isShort = f.aType == "short8" || f.aType == "ushort8";
  std::string value;
  if (!isFloatSum(products) && (isWord || isShort))
    value = isWord ? "$S[r]" : "$S[r] & 0x7FFF";
  else if (f.a == Format::bf16 && isShort)
    value = "as_short2(clamp($S[r], -3.0f, 3.0f)).s1";
  else if (f.a == Format::bf16 && isWord)
    value = "as_int(clamp($S[r], -3.0f, 3.0f)) & 0xFFFF0000";
  else if (f.a == Format::tf32 && f.aType == "float4")
    value = "clamp($S[r], -3.0f, 3.0f)";
  if (value.empty() || rounds * products.rowBlocks * products.columnBlocks * products.depth > 400)
    return change(products);
  return "  {\n    const int k = " + place() + ";\n" + declareFactors(products) + loadB(products) +
         put("    for (int h = 0; h < $DEPTH; ++h)\n      for (int i = 0; i < $ROWS; ++i)\n"
             "        for (int r = 0; r < $COMPONENTS; ++r)\n          $X[r] = " +
                 value + ";\n",
             {{"DEPTH", text(products.depth)},
              {"ROWS", text(products.rowBlocks)},
              {"COMPONENTS", text(componentCount(f.aType))},
              {"X", products.a()},
              {"S", products.name("s") + "[0][0]"}}) +
         multiply(products) + "  }\n";
}

} // namespace heddle::test
