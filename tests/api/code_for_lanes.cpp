// Kernels for which the compiler is in doubt are compiled with other numbers of lanes when they go
// on being launched: results stay the same, and what is found is kept. Built by the real compiler,
// in a process for each run, as options are read once.
#include "tests/support/kept_log.hpp"
#include "tests/support/program_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

namespace heddle::test {

namespace {

// Lanes part and reach for memory one by one; sums of floats would show another order.
constexpr char source[] = R"(
kernel void walk(global const uint *next, global const float *values, global float *out) {
  uint id = get_global_id(0);
  float sum = 0;
  for (uint at = next[id]; at != id && sum < 40; at = next[at])
    sum = sum * 0.75f + values[at] / (1 + sin(sum));
  out[id] = sum;
}
)";
constexpr std::size_t items = 1000;

// Of rows of 8 the usual lanes have two.
constexpr char rowsSource[] = R"(
kernel void sums_of_rows(global const uint *in, global uint *out, local uint *row) {
  uint x = get_local_id(0), first = get_local_id(1) * get_local_size(0);
  uint i = get_global_id(1) * get_global_size(0) + get_global_id(0), sum = 0;
  row[first + x] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k <= x; ++k)
    sum += row[first + k];
  out[i] = sum;
}
)";

class CodeForLanesTest : public ProgramTest {
protected:
  void SetUp() override {
    // A fresh process for each.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    ::setenv("HEDDLE_LOG", "build,cache", 1);
    ::setenv("HEDDLE_SMALL_GROUPS", "1", 1);
    // Which the processes of a test have together.
    if (const char *known = ::getenv(cacheVariable))
      outerCache = known;
    if (outerCache.find(folderName) == std::string::npos)
      ::setenv(cacheVariable, (folder / "cache").c_str(), 1);
    ProgramTest::SetUp();
  }
  void TearDown() override {
    for (const char *name : {"HEDDLE_LOG", "HEDDLE_SMALL_GROUPS", "HEDDLE_TRIALS"})
      ::unsetenv(name);
    if (outerCache.empty())
      ::unsetenv(cacheVariable);
    else
      ::setenv(cacheVariable, outerCache.c_str(), 1);
  }

  /// Launches until the log has these words, and some launches more. False where it never has, or
  /// where a launch gives something else than the first.
  bool runUntil(const char *words, int more) {
    const KeptLog log(folder / "log");
    std::vector<cl_uint> next(items);
    std::vector<cl_float> values(items);
    for (cl_uint i = 0; i < items; ++i) {
      next[i] = (i * 617 + 11) % items;
      values[i] = 1 + 3 * cl_float(i % 7);
    }
    const OwnedProgram program = makeProgram(source);
    EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
    cl_int error = CL_INVALID_VALUE;
    const OwnedKernel kernel = clCreateKernel(program, "walk", &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const OwnedMem memories[] = {makeBufferOf(next), makeBufferOf(values),
                                 makeBufferOf(std::vector<cl_uint>(items))};
    for (cl_uint i = 0; i < 3; ++i) {
      const cl_mem memory = memories[i];
      EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(memory), &memory), CL_SUCCESS);
    }
    std::vector<cl_uint> first;
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (more >= 0 && std::chrono::steady_clock::now() < end) {
      if (enqueue(queue, kernel, items) != CL_SUCCESS || clFinish(queue) != CL_SUCCESS)
        return false;
      const std::vector<cl_uint> result = contents<cl_uint>(memories[2]);
      if (first.empty())
        first = result;
      if (result != first)
        return false;
      if (log.has(words))
        --more;
      else
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return more < 0;
  }

  /// Whether its first launch is right, and has waited for code for its work-groups.
  bool waitsForRows(std::size_t rows) {
    constexpr std::size_t columns = 256, localSize = 8;
    const KeptLog log(folder / "log");
    const OwnedProgram program = makeProgram(rowsSource);
    EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
    cl_int error = CL_INVALID_VALUE;
    const OwnedKernel kernel = clCreateKernel(program, "sums_of_rows", &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const OwnedMem memories[] = {makeBufferOf(std::vector<cl_uint>(columns * rows, 1)),
                                 makeBufferOf(std::vector<cl_uint>(columns * rows))};
    for (cl_uint i = 0; i < 2; ++i) {
      const cl_mem memory = memories[i];
      EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(memory), &memory), CL_SUCCESS);
    }
    EXPECT_EQ(clSetKernelArg(kernel, 2, localSize * localSize * sizeof(cl_uint), nullptr),
              CL_SUCCESS);
    const std::size_t global[] = {columns, rows}, local[] = {localSize, localSize};
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, local, 0, nullptr, nullptr),
              CL_SUCCESS);
    const bool waits = log.has("compiled again for other work-groups");
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    const std::vector<cl_uint> result = contents<cl_uint>(memories[1]);
    for (std::size_t i = 0; i < result.size(); ++i)
      if (result[i] != i % localSize + 1)
        return false;
    return waits;
  }

  /// The end of such a process.
  void finish(bool success) {
    std::error_code ignored;
    std::filesystem::remove_all(folder.path, ignored);
    std::exit(success ? 0 : 1);
  }

  /// The entry that says which code is the quickest.
  std::string note() {
    const std::string entries = std::string(::getenv(cacheVariable)) + "/programs";
    for (const std::string &name : filesOf(entries))
      if (readWhole(entries + "/" + name).find("the quickest code") != std::string::npos)
        return entries + "/" + name;
    return {};
  }
  static std::string readWhole(const std::string &path) {
    std::stringstream all;
    all << std::ifstream(path, std::ios::binary).rdbuf();
    return all.str();
  }

  static constexpr char cacheVariable[] = "HEDDLE_CACHE_DIR", folderName[] = "heddle-lanes";
  TemporaryFolder folder{folderName};
  std::string outerCache;
};

} // namespace

TEST_F(CodeForLanesTest, AllGiveTheSame) {
  ::setenv("HEDDLE_TRIALS", "all", 1);
  EXPECT_EXIT(finish(runUntil(" as usual", 20)), testing::ExitedWithCode(0),
              "this launch has 8 lanes\n");
}

TEST_F(CodeForLanesTest, OthersAreTriedAndTheWinnerIsKept) {
  EXPECT_EXIT(finish(runUntil(" won", 3)), testing::ExitedWithCode(0),
              "kernel 'walk', local size .* won");
  ASSERT_NE(note(), "");
  EXPECT_EXIT(finish(runUntil("was found before", 3)), testing::ExitedWithCode(0),
              "kernel 'walk': .*, as was found before");
}

TEST_F(CodeForLanesTest, ALargeLaunchOfBrokenRowsWaitsForCodeForThem) {
  ::unsetenv("HEDDLE_SMALL_GROUPS");
  EXPECT_EXIT(finish(waitsForRows(256)), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(finish(!waitsForRows(32)), testing::ExitedWithCode(0), "");
}

TEST_F(CodeForLanesTest, ADamagedNoteIsForgotten) {
  EXPECT_EXIT(finish(runUntil(" won", 0)), testing::ExitedWithCode(0), "won");
  std::ofstream(note(), std::ios::binary) << "HDLCACHE";
  EXPECT_EXIT(finish(runUntil(" won", 0)), testing::ExitedWithCode(0), "damaged(.|\n)*won");
}

TEST_F(CodeForLanesTest, NothingIsTriedWhereThatIsTurnedOff) {
  ::setenv("HEDDLE_TRIALS", "off", 1);
  EXPECT_EXIT(
      {
        const bool same = runUntil("", 300);
        finish(same && readWhole(folder / "log").find("lane") == std::string::npos);
      },
      testing::ExitedWithCode(0), "");
}

} // namespace heddle::test
