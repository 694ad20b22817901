// Random kernels whose products are in loops, conditions and between barriers of any kind: what is
// written is a tree of statements, all of which work on the same one or two grids of sums.
#include "tests/fuzz/matrices/kernel_writer.hpp"

namespace heddle::test {

namespace {

/// Matrix functions of a sub-group, at most: the oracle and emulated tiles take their time.
constexpr unsigned mostProducts = 400;
constexpr unsigned deepest = 3; ///< loops in loops
constexpr unsigned mostRounds = 4;

unsigned productsOf(const Products &products) {
  return products.rowBlocks * products.columnBlocks * products.depth;
}

} // namespace

const Products &KernelWriter::anyProducts() { return grids[random.below(unsigned(grids.size()))]; }

std::string KernelWriter::place() {
  std::string result = text(random.below(3));
  for (const std::string &counter : counters)
    if (!oneIn(6))
      result += " + " + counter + oneOf<std::string>({"", "", " * 2", " * 3"});
  return result;
}

std::string KernelWriter::block(Flow flow, unsigned mostStatements) {
  std::string all;
  for (unsigned i = random.below(mostStatements) + 1; i > 0; --i)
    all += statement(flow);
  return all;
}

/// Barriers are for places where all of the work-group come by.
std::string KernelWriter::statement(Flow flow) {
  waiting = flow == Flow::ofGroup ? Waiting::atBarriers : Waiting::acrossRounds;
  if (statementsLeft == 0)
    return product(flow);
  --statementsLeft;
  switch (random.below(18)) {
  case 0:
  case 1:
  case 2:
  case 3:
    return loop(flow);
  case 4:
    return pipelinedLoop(flow);
  case 5:
  case 6:
    return conditional(flow);
  case 7:
    return escape(flow);
  case 8:
  case 9:
    return change(anyProducts());
  case 10:
    return changeByLanes(anyProducts());
  case 11:
    return flow == Flow::ofGroup ? exchange(anyProducts()) : change(anyProducts());
  case 12:
    return flow == Flow::ofGroup ? "    " + barrier() : product(flow);
  case 13:
    return sumsAsFactors(anyProducts());
  default:
    return product(flow);
  }
}

std::string KernelWriter::product(Flow) {
  const Products &products = anyProducts();
  if (rounds * productsOf(products) > mostProducts)
    return change(products);
  return "  {\n    const int k = " + place() + ";\n" + declareFactors(products) + loadA(products) +
         maybeBarrier() + loadB(products) + maybeBarrier() + multiply(products) + "  }\n";
}

/// The end of a loop, up to mostRounds: constants, what only a launch knows, 0 among it, and what
/// differs between work-groups, sub-groups and rounds of the loop outside.
std::string KernelWriter::tripCount(Flow &flow) {
  const auto upTo = [](const std::string &value) { return "min((int)(" + value + "), 4)"; };
  switch (random.below(10)) {
  case 0:
    return text(random.below(mostRounds) + 1);
  case 1:
    return upTo("steps");
  case 2:
    return upTo("steps - 2"); // less than 0, perhaps
  case 3:
    return "steps / 8";
  case 4:
    return "skip * 2";
  case 5:
    return upTo("GROUP");
  case 6:
    return upTo("a0[" + place() + "] & 3");
  case 7:
    if (!counters.empty())
      return counters.back() + " + 1";
    return upTo("steps + skip");
  case 8:
    flow = Flow::ofSubGroup;
    return upTo(oneOf<std::string>({"down", "across + 1", "get_sub_group_id()"}));
  default:
    return upTo("steps + 1");
  }
}

std::string KernelWriter::loop(Flow flow) {
  if (counters.size() >= deepest || rounds * mostRounds > mostProducts / 4)
    return product(flow);
  Flow inside = flow;
  const std::string end = tripCount(inside), counter = "k" + text(counters.size()),
                    type = oneOf<std::string>({"int", "int", "uint"});
  counters.push_back(counter);
  flows.push_back(inside);
  rounds *= mostRounds;
  const std::string body = block(inside);
  rounds /= mostRounds;
  counters.pop_back();
  flows.pop_back();
  std::string up = put("  for (int $K = 0; $K < $END; ++$K) {\n$BODY  }\n",
                       {{"K", counter}, {"END", end}, {"BODY", body}});
  switch (random.below(6)) {
  case 0: // downwards
    return put("  for (int $K = $END - 1; $K >= 0; --$K) {\n$BODY  }\n",
               {{"K", counter}, {"END", end}, {"BODY", body}});
  case 1: // at least once
    return put("  {\n  int $K = 0;\n  do {\n$BODY  } while (++$K < $END);\n  }\n",
               {{"K", counter}, {"END", end}, {"BODY", body}});
  case 2: // in the form of a pointer that goes along
    return put("  for ($TYPE n$K = 0; n$K < ($TYPE)(max($END, 0) * 16); n$K += 16) {\n"
               "    const int $K = n$K / 16;\n$BODY  }\n",
               {{"TYPE", type}, {"K", counter}, {"END", end}, {"BODY", body}});
  default:
    return up;
  }
}

/// A loop that reads the factors of the next round.
std::string KernelWriter::pipelinedLoop(Flow flow) {
  const Products &products = anyProducts();
  if (counters.size() >= deepest || rounds * mostRounds * productsOf(products) > mostProducts)
    return product(flow);
  Flow inside = flow;
  const std::string end = tripCount(inside), counter = "k" + text(counters.size());
  const std::string first = place();
  if (inside == Flow::ofSubGroup)
    waiting = Waiting::acrossRounds;
  const std::string a = loadA(products), b = loadB(products);
  counters.push_back(counter);
  flows.push_back(inside);
  rounds *= mostRounds;
  const std::string between = oneIn(2) ? statement(inside) : "";
  rounds /= mostRounds;
  counters.pop_back();
  flows.pop_back();
  waiting = inside == Flow::ofGroup ? Waiting::atBarriers : Waiting::acrossRounds;
  return put("  {\n$DECLARE    { const int k = $FIRST;\n$A$B    }\n"
             "    for (int $K = 0; $K < $END; ++$K) {\n    { const int k = $K;\n$MULTIPLY    }\n"
             "$BETWEEN    { const int k = $K + 1;\n$NEXT    }\n  }\n  }\n",
             {{"DECLARE", declareFactors(products)},
              {"FIRST", first},
              {"A", a},
              {"B", b},
              {"K", counter},
              {"END", end},
              {"MULTIPLY", multiply(products)},
              {"BETWEEN", between},
              {"NEXT", oneOf<std::string>({a + b, a + b, a, b})}});
}

/// True or false for all of the work-group or of the sub-group together.
std::string KernelWriter::condition(Flow flow) {
  if (flow == Flow::ofSubGroup && oneIn(2))
    return oneOf<std::string>({"down != 1", "get_sub_group_id() % 2 == 0", "across > 0",
                               "sub_group_any(lane == steps)", "sub_group_broadcast(row, 0) < 32"});
  const std::string last = counters.empty() ? "steps" : counters.back();
  switch (random.below(8)) {
  case 0:
    return "steps > 2";
  case 1:
    return "GROUP == 1";
  case 2:
    return "(a0[" + place() + "] & 1) != 0";
  case 3: // true, though the compiler does not know that it is for all of them
    return "get_global_id(0) < (uint)steps * 100000u";
  case 4: // and the opposite
    return "get_local_id(0) >= (uint)skip * 100000u";
  case 5:
    return last + " % 2 == 0";
  default:
    return last + " != skip";
  }
}

std::string KernelWriter::conditional(Flow flow) {
  // A condition of sub-groups leaves the work-group.
  const Flow inside = oneIn(3) ? Flow::ofSubGroup : flow;
  const std::string test = condition(inside);
  if (oneIn(6))
    return "  switch ((" + (counters.empty() ? "steps" : counters.back()) +
           ") % 3) {\n  case 0: {\n" + block(flow, 2) + "  } break;\n  case 1: {\n" +
           block(flow, 2) + oneOf<std::string>({"  } break;\n", "  }\n"}) + "  default: {\n" +
           block(flow, 1) + "  } }\n";
  const std::string body = block(inside, 2);
  return "  if (" + test + ") {\n" + body + "  }" +
         (oneIn(3) ? " else {\n" + block(inside, 2) + "  }\n" : "\n");
}

/// Out of a loop, or to its next round.
std::string KernelWriter::escape(Flow flow) {
  // Where only some sub-groups of those in the loop come by, the others may wait behind it.
  if (counters.empty() || flow != flows.back())
    return change(anyProducts());
  const std::string test = condition(flow);
  return "    if (" + test + ") " + oneOf<std::string>({"break", "continue", "continue"}) + ";\n";
}

MatrixKernel KernelWriter::writeNest() {
  choose();
  largest = 300; // sums are to stay exact in floats
  onlyWords = true;
  kernel.steps = int(oneOf({1u, 2u, 3u, 4u}));
  const unsigned count = oneIn(3) ? 2 : 1;
  for (unsigned number = 0; number < count; ++number)
    grids.push_back(chooseProducts(number));
  statementsLeft = 4 + random.below(8);
  std::string statements =
      oneIn(8) ? "  if (get_global_id(0) >= (uint)steps * 100000u) return;\n" : "";
  statements += loop(Flow::ofGroup) + product(Flow::ofGroup) + block(Flow::ofGroup);
  waiting = Waiting::atBarriers;
  for (const Products &products : grids)
    stores += maybeBarrier() + storeSums(products);
  return finish(statements);
}

} // namespace heddle::test
