// Writes the kernel of a seed; what its parts share.
#ifndef HEDDLE_TESTS_FUZZ_MATRICES_KERNEL_WRITER_HPP
#define HEDDLE_TESTS_FUZZ_MATRICES_KERNEL_WRITER_HPP

#include "tests/fuzz/matrices/matrix_program.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace heddle::test {

inline std::string text(std::uint64_t number) { return std::to_string(number); }

/// The pattern with each $NAME, in capitals, replaced by its value.
std::string put(const std::string &pattern,
                std::initializer_list<std::pair<const char *, std::string>> values);

inline constexpr unsigned usualInputBytes = 1 << 18;

/// An input: random bits of integers; floats are integers up to `largest`.
std::vector<std::uint8_t> smallNumbers(Random &random, Format format, int largest,
                                       unsigned inputBytes = usualInputBytes);

/// One product of the kernel, a grid of sums: `rowBlocks` x `columnBlocks` operations of one
/// function, `depth` of them one after another in each round of the loop.
struct Products {
  const MadFunction &function;
  unsigned number;
  unsigned rowBlocks, columnBlocks, depth;
  bool sumsByColumn, factorsByBlock; ///< the order of the dimensions of the private arrays
  bool isLongA, isLongB;             ///< at most one has all the bits of its format
  bool isSplit; ///< two sub-groups multiply the rows of both, each brings half of them

  std::string name(const char *prefix) const { return prefix + text(number); }
  /// An element of the private array of sums, or of A's or B's blocks.
  std::string sum() const { return name("s") + (sumsByColumn ? "[j][i]" : "[i][j]"); }
  std::string a(const std::string &block = "i", const std::string &step = "h") const {
    return name("x") + bothOrders(block, step);
  }
  std::string b(const std::string &block = "j", const std::string &step = "h") const {
    return name("y") + bothOrders(block, step);
  }

  /// "[2][4]", of the private arrays.
  std::string arraysOfSums() const { return dimensions(rowBlocks, columnBlocks, sumsByColumn); }
  std::string arraysOfFactors(unsigned blocks) const {
    return dimensions(depth, blocks, factorsByBlock);
  }

private:
  static std::string dimensions(unsigned outer, unsigned inner, bool swapped) {
    return "[" + text(swapped ? inner : outer) + "][" + text(swapped ? outer : inner) + "]";
  }
  std::string bothOrders(const std::string &block, const std::string &step) const {
    return factorsByBlock ? "[" + block + "][" + step + "]" : "[" + step + "][" + block + "]";
  }
};

class KernelWriter {
public:
  explicit KernelWriter(std::uint64_t seed) : random(seed), seed(seed) {}

  MatrixKernel write();
  /// The same with loops in loops, conditions and barriers around several places that add to the
  /// same sums.
  MatrixKernel writeNest();

private:
  bool oneIn(unsigned count) { return random.below(count) == 0; }
  template <typename Type> Type oneOf(std::initializer_list<Type> values) {
    return values.begin()[random.below(unsigned(values.size()))];
  }

  // matrix_program.cpp
  void choose();
  Products chooseProducts(unsigned number);
  std::string declareFactors(const Products &products);
  void writeProducts(unsigned number);
  const MadFunction &chooseFunction();
  std::string multiply(const Products &products);
  /// The two loops over the grid of sums, one inside the other in either order.
  std::string overSums(const Products &products);
  std::string barrier();
  /// A barrier, now and then, where the kernel has such.
  std::string maybeBarrier();

  /// The kernel around `statements`.
  MatrixKernel finish(const std::string &statements);

  // write_nest.cpp
  /// Of a place in the kernel: what work-items may do there.
  enum class Flow {
    ofGroup,    ///< all of the work-group come by: barriers
    ofSubGroup, ///< all of the sub-group do
  };
  std::string statement(Flow flow);
  std::string block(Flow flow, unsigned mostStatements = 3);
  std::string product(Flow flow);
  std::string loop(Flow flow);
  std::string pipelinedLoop(Flow flow);
  std::string conditional(Flow flow);
  std::string escape(Flow flow);
  std::string condition(Flow flow);
  std::string tripCount(Flow &flow);
  /// Which step of the inputs is read: what the loops around have counted.
  std::string place();
  const Products &anyProducts();

  // change_sums.cpp
  std::string change(const Products &products);
  std::string changeByLanes(const Products &products);
  std::string exchange(const Products &products);
  std::string sumsAsFactors(const Products &products);

  // write_factors.cpp
  std::string onTheWay(const Products &products, Format format, const std::string &component,
                       const std::string &scalar);
  std::string loadA(const Products &products);
  std::string loadB(const Products &products);
  std::string loadABlocks2D(const Products &products);
  std::string loadBBlocks2D(const Products &products);
  unsigned bytesThroughLocal(const Products &products) const;
  std::string loadAThroughLocal(const Products &products);
  std::string index(const std::string &expression) {
    return "(" + indexType + ")(" + expression + ")";
  }

  // write_sums.cpp
  std::string storeSums(const Products &products);
  std::string storeByLanes(const Products &products);

  /// How the sub-groups of a work-group wait for one another.
  enum class Waiting {
    never,
    atBarriers,
    acrossRounds, ///< a split barrier: they arrive in one round and wait in the next
    inRound,      ///< they arrive after they have read A, and wait behind the products
  };

  Random random;
  std::uint64_t seed;
  MatrixKernel kernel;
  unsigned localArrays = 0; ///< in `declarations`; each has a number
  unsigned localBytes = 0;
  int largest = 1100;     ///< of the numbers that have all their bits
  bool onlyWords = false; ///< sums of 32 bits
  bool pairsMeet = false; ///< all sub-groups come to the same products
  Waiting waiting = Waiting::never;
  std::string indexType;
  std::string declarations, body, stores;

  // Of writeNest().
  std::vector<Products> grids;
  /// The loops around the statement: a counter of each, and who comes by there.
  std::vector<std::string> counters;
  std::vector<Flow> flows;
  unsigned statementsLeft = 0;
  unsigned rounds = 1; ///< of the loops around, at most
};

} // namespace heddle::test

#endif
