// vectorizer-fuzz: compares kernels at sub-group sizes 8, 16 and 32 with size 1.
//
//   vectorizer-fuzz --seed=1 --count=300             random kernels, one for each seed
//   vectorizer-fuzz --seed=1 --count=300 --jobs=8    the same in eight processes
//   vectorizer-fuzz --seed=17 --print                the kernel of a seed
//   vectorizer-fuzz kernel.ll                        a kernel written by hand
//
// It ends in "seeds N..M: X agreed, Y disagreed". The exit status is 1 when one differs; the
// message names the seed and the passes that ran before.
#include "tests/fuzz/vectorizer/kernel_generator.hpp"
#include "tests/fuzz/vectorizer/run_kernel.hpp"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace llvm;
using namespace heddle::tests;

namespace {

constexpr const char *pipelines[] = {
    "function(sroa,simplifycfg,instcombine<no-verify-fixpoint>)",
    "default<O2>",
    "function(sroa,early-cse,simplifycfg)",
    "default<O3>",
};

// Processes share the stream: each message is one write.
bool report(const Twine &what, Error error) {
  if (!error)
    return true;
  std::string text = (what + ": " + toString(std::move(error)) + "\n").str();
  outs() << text;
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

// Each process takes every jobs-th seed and says at its end how many failed: a pipe that says
// nothing is a crash.
int runSeeds(std::uint64_t first, unsigned count, unsigned jobs, const std::string &passes) {
  std::vector<std::pair<pid_t, int>> children;
  outs().flush();
  for (unsigned job = 0; job < jobs; ++job) {
    int ends[2];
    if (pipe(ends)) {
      errs() << "no pipe\n";
      return 2;
    }
    pid_t child = fork();
    if (child == 0) {
      close(ends[0]);
      unsigned failed = 0;
      for (unsigned i = job; i < count; i += jobs)
        failed += !runSeed(first + i, passes);
      _exit(write(ends[1], &failed, sizeof failed) != ssize_t(sizeof failed));
    }
    close(ends[1]);
    children.emplace_back(child, ends[0]);
  }
  unsigned failed = 0, crashed = 0;
  for (auto [child, end] : children) {
    unsigned ofThis = 0;
    if (child < 0 || read(end, &ofThis, sizeof ofThis) != ssize_t(sizeof ofThis))
      ++crashed;
    failed += ofThis;
    close(end);
    if (child > 0)
      waitpid(child, nullptr, 0);
  }
  if (crashed)
    outs() << crashed << " of " << jobs << " processes did not end as they should\n";
  outs() << "seeds " << first << ".." << first + count - 1 << ": " << count - failed << " agreed, "
         << failed << " disagreed\n";
  return failed || crashed;
}

} // namespace

int main(int argc, char **argv) {
  cl::opt<std::string> input(cl::Positional, cl::desc("[kernel.ll]"));
  cl::opt<std::uint64_t> seed("seed", cl::init(1), cl::desc("First seed"));
  cl::opt<unsigned> count("count", cl::init(1), cl::desc("How many seeds"));
  cl::opt<unsigned> jobs("jobs", cl::init(1), cl::desc("Processes that share the seeds"));
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
  return runSeeds(seed, count, std::max(1u, unsigned(jobs)), passes);
}
