// heddlec --job as the driver sees it: source and modules in, a response out, whatever the input.
#include "runtime/compile/compiler_client.hpp"
#include "tests/support/temporary_folder.hpp"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <sys/prctl.h>
#include <sys/wait.h>

namespace heddle {
namespace {

using abi::CompileStatus;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char sampleSource[] = R"(
constant int table[4] = {3, 1, 4, 1};
int twice(int x) { return 2 * x; }
kernel void sample(global const float *a, global float *b, local int *scratch, int n) {
  size_t i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    if (a[i] > k)
      b[i] = fma(a[i], 2.0f, (float)table[twice(k) & 3]) + sub_group_reduce_add(a[i]);
}
kernel void other(global ushort4 *p) { p[0] = convert_ushort4_sat(p[1].wzyx + (ushort4)(7)); }
)";

abi::CompileResponse compile(abi::CompileRequest request) {
  compile::CompilerLocation compiler;
  compiler.program = HEDDLEC;
  if (request.target.empty())
    request.target = "x86-64-v3";
  if (request.reportedSubGroupSizes.empty())
    request.reportedSubGroupSizes = {16, 32};
  return compile::runCompiler(compiler, request, std::chrono::seconds(60));
}

abi::CompileResponse compileSource(std::string source, std::string options = "") {
  abi::CompileRequest request;
  request.input = std::move(source);
  request.options = std::move(options);
  return compile(std::move(request));
}

abi::CompileResponse compileModule(std::string module) {
  abi::CompileRequest request;
  request.inputKind = abi::InputKind::spirv;
  request.input = std::move(module);
  return compile(std::move(request));
}

const std::string &sampleModule() {
  static const std::string module = [] {
    abi::CompileResponse response = compileSource(sampleSource);
    EXPECT_EQ(response.status, CompileStatus::success) << response.log;
    return response.spirv;
  }();
  return module;
}

TEST(CompileJob, ReturnsModuleAndBinaryForSource) {
  abi::CompileResponse response = compileSource(sampleSource);
  ASSERT_EQ(response.status, CompileStatus::success) << response.log;
  EXPECT_THAT(response.log, IsEmpty());
  EXPECT_THAT(response.binary, testing::StartsWith("\x7f"
                                                   "ELF"));
  EXPECT_THAT(response.spirv, testing::StartsWith("\x03\x02\x23\x07"));
  EXPECT_THAT(response.includedFiles, IsEmpty());
}

TEST(CompileJob, CompilesTheModuleThatItReturned) {
  abi::CompileResponse response = compileModule(sampleModule());
  EXPECT_EQ(response.status, CompileStatus::success) << response.log;
  EXPECT_EQ(response.spirv, sampleModule());
}

TEST(CompileJob, TakesModulesInTheOtherByteOrder) {
  std::string swapped = sampleModule();
  for (size_t i = 0; i < swapped.size(); i += 4)
    std::swap(swapped[i], swapped[i + 3]), std::swap(swapped[i + 1], swapped[i + 2]);
  EXPECT_EQ(compileModule(swapped).status, CompileStatus::success);
}

TEST(CompileJob, LogNamesTheUsersLine) {
  abi::CompileResponse response = compileSource("kernel void k() {\n  int x = y;\n}\n");
  EXPECT_EQ(response.status, CompileStatus::buildFailure);
  EXPECT_THAT(response.log, HasSubstr("<source>:2:11: error: use of undeclared identifier 'y'"));
}

TEST(CompileJob, KeepsWarningsOfASuccessfulBuild) {
  abi::CompileResponse response =
      compileSource("#warning look here\nkernel void k(global int *p) { *p = 1; }\n");
  EXPECT_EQ(response.status, CompileStatus::success);
  EXPECT_THAT(response.log, HasSubstr("<source>:1:2: warning: look here"));
}

TEST(CompileJob, ReportsIncludedFilesWithTheirHash) {
  const TemporaryFolder folder("heddle-job");
  const std::string path = folder / "in cluded.h";
  const std::string text = "#define VALUE 3\n";
  std::ofstream(path) << text;

  abi::CompileResponse response =
      compileSource("#include \"in cluded.h\"\nkernel void k(global int *p) { *p = VALUE; }\n",
                    "-I '" + folder.path + "'");
  EXPECT_EQ(response.status, CompileStatus::success) << response.log;
  ASSERT_EQ(response.includedFiles.size(), 1u);
  EXPECT_EQ(response.includedFiles[0].path, path);
  EXPECT_EQ(response.includedFiles[0].hash, abi::contentHash(text));
}

/// What the build found at the path; nothing when it did not look.
std::optional<abi::LookedUpPath::Found> foundAt(const abi::CompileResponse &response,
                                                const std::string &path) {
  for (const abi::LookedUpPath &looked : response.lookedUpPaths)
    if (looked.path == path)
      return looked.found;
  return std::nullopt;
}

TEST(CompileJob, ReportsWhatWasLookedForAndNotRead) {
  using Found = abi::LookedUpPath::Found;
  const TemporaryFolder temporary("heddle-job");
  const std::string &folder = temporary.path;
  std::filesystem::create_directory(folder + "/first");
  std::filesystem::create_directory(folder + "/second");
  std::ofstream(folder + "/second/value.h") << "#define VALUE 3\n";
  std::ofstream(folder + "/second/asked.h") << "#error not to be read\n";

  for (auto kind : {abi::JobKind::build, abi::JobKind::compile}) {
    abi::CompileRequest request;
    request.kind = kind;
    request.input = "#include <value.h>\n#if __has_include(\"maybe.h\")\n#endif\n"
                    "#if !__has_include(<asked.h>)\n#error\n#endif\n"
                    "kernel void k(global int *p) { *p = VALUE; }\n";
    request.options = "-I " + folder + "/first -I " + folder + "/none -I " + folder + "/second";
    abi::CompileResponse response = compile(request);
    ASSERT_EQ(response.status, CompileStatus::success) << response.log;
    EXPECT_EQ(response.includedFiles.size(), 1u);
    EXPECT_EQ(foundAt(response, folder + "/first/value.h"), Found::nothing);
    EXPECT_EQ(foundAt(response, folder + "/none"), Found::nothing);
    EXPECT_EQ(foundAt(response, folder + "/first/maybe.h"), Found::nothing);
    EXPECT_EQ(foundAt(response, folder + "/second/maybe.h"), Found::nothing);
    EXPECT_EQ(foundAt(response, folder + "/second/asked.h"), Found::file);
    EXPECT_EQ(foundAt(response, folder + "/second/value.h"), std::nullopt); // it was read
    // A quoted name begins in the current folder.
    EXPECT_EQ(foundAt(response, (std::filesystem::current_path() / "./maybe.h").string()),
              Found::nothing);
  }
}

TEST(CompileJob, LooksAtNothingInTheCurrentFolderForASourceThatIncludesNothing) {
  const abi::CompileResponse response = compileSource(sampleSource);
  const std::string here = std::filesystem::current_path();
  for (const abi::LookedUpPath &looked : response.lookedUpPaths)
    EXPECT_FALSE(looked.path.starts_with(here)) << looked.path;
}

TEST(CompileJob, SaysWhenTheSourceAsksForTheTime) {
  const std::string kernel =
      "kernel void k(constant char *p, global char *q) { *q = sizeof(TEXT); }\n";
  EXPECT_FALSE(
      compileSource("#define TEXT \"x\"\n#define UNUSED __TIME__\n" + kernel).dependsOnTime);
  for (const char *name : {"__DATE__", "__TIME__", "__TIMESTAMP__"}) {
    const abi::CompileResponse response = compileSource(kernel, std::string("-DTEXT=") + name);
    EXPECT_EQ(response.status, CompileStatus::success) << response.log;
    EXPECT_TRUE(response.dependsOnTime) << name;
  }
}

TEST(CompileJob, UnknownOptionIsInvalidOptions) {
  abi::CompileResponse response = compileSource(sampleSource, "-cl-bogus");
  EXPECT_EQ(response.status, CompileStatus::invalidOptions);
  EXPECT_THAT(response.log, HasSubstr("'-cl-bogus'"));
}

TEST(CompileJob, UnknownTargetIsABuildFailure) {
  abi::CompileRequest request;
  request.input = sampleSource;
  request.target = "pdp11";
  abi::CompileResponse response = compile(request);
  EXPECT_EQ(response.status, CompileStatus::buildFailure);
  EXPECT_THAT(response.log, HasSubstr("'pdp11'"));
}

TEST(CompileJob, ModuleOfAnotherKindIsInvalidInput) {
  abi::CompileResponse response = compileModule("this is no module at all");
  EXPECT_EQ(response.status, CompileStatus::invalidInput);
  EXPECT_THAT(response.log, HasSubstr("magic"));
}

/// Kernels that are compiled in groups, and take their time.
std::string manyKernels() {
  std::string text;
  for (int kernel = 0; kernel < 24; ++kernel) {
    text += "kernel void k" + std::to_string(kernel) +
            "(global float *p) {\n  size_t i = get_global_id(0);\n  float x = p[i];\n";
    for (int step = 0; step < 20; ++step)
      text += "  if (x > " + std::to_string(step) + ".0f) x = sin(x) + pow(x, p[i + " +
              std::to_string(step) + "]);\n";
    text += "  p[i] = x;\n}\n";
  }
  return text;
}

TEST(CompileJob, GroupsOfKernelsThatAreStoppedLeaveNothingBehind) {
  abi::CompileRequest request;
  request.input = manyKernels();
  request.target = "x86-64-v3";
  request.reportedSubGroupSizes = {16, 32};
  request.processes = 4;
  compile::CompilerLocation compiler;
  compiler.program = HEDDLEC;
  // What is left behind comes to this process.
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  const abi::CompileResponse response =
      compile::runCompiler(compiler, request, std::chrono::milliseconds(400));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG | __WALL), -1);
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
  EXPECT_EQ(response.status, CompileStatus::buildFailure);
  EXPECT_THAT(response.log, HasSubstr("did not finish in time"));
}

TEST(CompileJob, AGroupOfKernelsWithoutProcessorTimeFailsTheBuild) {
  abi::CompileRequest request;
  request.input = manyKernels();
  request.processes = 1;
  // For each process. No group of the small ones needs it.
  request.cpuSecondsLimit = 2;
  request.input += R"(
kernel void slow(global float *p) {
  __attribute__((opencl_unroll_hint(8000))) for (int i = 0; i < 8000; ++i)
    p[i] = pow(p[i + 1], p[2 * i]) + sin(p[i]);
}
)";
  const abi::CompileResponse slow = compile(request);
  EXPECT_EQ(slow.status, CompileStatus::buildFailure);
  EXPECT_THAT(slow.log, HasSubstr("ran out of processor time while compiling kernels"));
}

TEST(CompileJob, RunningOutOfProcessorTimeIsReported) {
  // A constant expression that takes minutes.
  std::string source = "#define A(x) x+x\n#define B(x) A(A(A(A(A(A(A(A(x))))))))\n"
                       "kernel void k(global int *p) { *p = B(B(B(1))); }\n";
  abi::CompileRequest request;
  request.input = source;
  request.cpuSecondsLimit = 1;
  abi::CompileResponse response = compile(request);
  EXPECT_EQ(response.status, CompileStatus::buildFailure);
  EXPECT_THAT(response.log, HasSubstr("processor time"));
}

TEST(CompileJob, RunningOutOfMemoryIsReported) {
  abi::CompileRequest request;
  request.input = "#define A(x) x,x,x,x,x,x,x,x\n#define B(x) A(A(A(A(x))))\n"
                  "constant int table[] = {B(B(1))};\n"
                  "kernel void k(global int *p) { *p = table[*p]; }\n";
  request.memoryLimit = std::uint64_t(700) << 20;
  abi::CompileResponse response = compile(request);
  EXPECT_EQ(response.status, CompileStatus::buildFailure);
  EXPECT_THAT(response.log, Not(IsEmpty()));
}

TEST(CompileJob, RefusesEveryTruncatedModule) {
  std::mt19937 random(1);
  const std::string &module = sampleModule();
  for (int i = 0; i < 12; ++i) {
    size_t words = random() % (module.size() / 4);
    abi::CompileResponse response = compileModule(module.substr(0, 4 * words));
    EXPECT_EQ(response.status, CompileStatus::invalidInput) << words << " words";
    EXPECT_THAT(response.log, Not(IsEmpty()));
  }
}

// Whatever three flipped bits do to the compiler, the caller gets a response that says so.
TEST(CompileJob, AnswersForDamagedModules) {
  int refused = 0, compiled = 0, died = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::string module = sampleModule();
    for (int i = 0; i < 3; ++i)
      module[random() % module.size()] ^= static_cast<char>(1 << random() % 8);
    abi::CompileResponse response = compileModule(module);
    if (response.status == CompileStatus::success) {
      ++compiled;
      continue;
    }
    EXPECT_THAT(response.log, Not(IsEmpty()));
    if (response.log.find("heddlec: ") != std::string::npos)
      ++died;
    else
      ++refused;
  }
  RecordProperty("refused", refused);
  RecordProperty("compiled", compiled);
  RecordProperty("died", died);
  std::printf("refused %d, compiled %d, compiler died %d\n", refused, compiled, died);
  // The check before the translator must catch most of it.
  EXPECT_GT(refused, died);
}

} // namespace
} // namespace heddle
