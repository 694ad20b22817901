// vectorizer-fuzz: compares kernels at sub-group sizes 8, 16 and 32 with size 1.
//
//   vectorizer-fuzz --seed=1 --count=300     random kernels, one for each seed
//   vectorizer-fuzz --seed=17 --print        the kernel of a seed
//   vectorizer-fuzz kernel.ll                a kernel written by hand
//
// The exit status is 1 when one differs; the message names the seed and the passes that ran before.
#include "tests/fuzz/vectorizer/kernel_generator.hpp"
#include "tests/fuzz/vectorizer/run_kernel.hpp"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle::tests;

namespace {

constexpr const char *pipelines[] = {
    "function(sroa,simplifycfg,instcombine<no-verify-fixpoint>)",
    "default<O2>",
    "function(sroa,early-cse,simplifycfg)",
    "default<O3>",
};

bool report(const Twine &what, Error error) {
  if (!error)
    return true;
  outs() << what << ": " << toString(std::move(error)) << '\n';
  outs().flush();
  return false;
}

bool runSeed(std::uint64_t seed, const std::string &onlyPasses) {
  LLVMContext context;
  std::unique_ptr<Module> module = generateKernel(context, seed);
  if (verifyModule(*module, &outs())) {
    outs() << "seed " << seed << ": the generator wrote a broken kernel\n";
    return false;
  }
  RunOptions options;
  options.passesBefore = onlyPasses.empty() ? pipelines[seed % std::size(pipelines)] : onlyPasses;
  // Code generation takes the time: one size for each seed, and mostly without optimization.
  options.sizes = {1, 8u << seed / std::size(pipelines) % 3};
  options.optimizeAfter = seed % 7 == 0;
  KernelData data;
  data.seed = seed;
  return report("seed " + Twine(seed) + " after " + options.passesBefore,
                compareSizes(*module, data, options));
}

} // namespace

int main(int argc, char **argv) {
  cl::opt<std::string> input(cl::Positional, cl::desc("[kernel.ll]"));
  cl::opt<std::uint64_t> seed("seed", cl::init(1), cl::desc("First seed"));
  cl::opt<unsigned> count("count", cl::init(1), cl::desc("How many seeds"));
  cl::opt<bool> print("print", cl::desc("Only print the kernel of the seed"));
  cl::opt<std::string> passes("before", cl::desc("Passes that run before the vectorizer"));
  cl::ParseCommandLineOptions(argc, argv, "Compares sub-group sizes on random kernels\n");

  if (!input.empty()) {
    LLVMContext context;
    SMDiagnostic problem;
    std::unique_ptr<Module> module = parseIRFile(input, problem, context);
    if (!module) {
      problem.print(argv[0], errs());
      return 1;
    }
    bool isEqual = true;
    for (bool optimizeAfter : {false, true})
      for (std::uint64_t data = 1; data <= 3; ++data) {
        RunOptions options;
        options.passesBefore = passes;
        options.optimizeAfter = optimizeAfter;
        isEqual &= report(input, compareSizes(*module, {data}, options));
      }
    return !isEqual;
  }
  if (print) {
    LLVMContext context;
    outs() << *generateKernel(context, seed);
    return 0;
  }
  unsigned failed = 0;
  for (std::uint64_t i = seed; i < seed + count; ++i)
    failed += !runSeed(i, passes);
  outs() << count - failed << " of " << count << " kernels agree at all sub-group sizes\n";
  return failed != 0;
}
