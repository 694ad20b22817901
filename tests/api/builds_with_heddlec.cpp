// Programs built by the real compiler, through the whole road: source, IL and binaries in, results
// of kernels out, and bad input answered with a log. The cache is a folder of the test's own.
#include "runtime/loader/kernel_binary.hpp"
#include "runtime/program_binary.hpp"
#include "runtime/support/subprocess.hpp"
#include "tests/support/program_fixture.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <system_error>
#include <unistd.h>

namespace heddle::test {

namespace {

namespace fs = std::filesystem;

constexpr char addSource[] = R"(
kernel void add(global const float *a, global const float *b, global float *c, float scale) {
  size_t i = get_global_id(0);
  c[i] = a[i] + scale * b[i];
}
)";

std::string cacheFolder() { return std::getenv("HEDDLE_CACHE_DIR"); }

// Before main(): the driver reads its options once. A child process keeps what it is given.
[[maybe_unused]] const int environment = [] {
  std::string folder = fs::temp_directory_path() / "heddle-builds-XXXXXX";
  if (!::getenv("HEDDLE_CACHE_DIR") && ::mkdtemp(folder.data())) {
    ::setenv("HEDDLE_CACHE_DIR", folder.c_str(), 1);
    // Other code for a kernel may be stored at this moment.
    std::atexit([] {
      std::error_code notAll;
      for (int tries = 0; tries < 10; ++tries) {
        fs::remove_all(cacheFolder(), notAll);
        if (!notAll)
          return;
        ::usleep(10000);
      }
    });
  }
  return 0;
}();

} // namespace

class BuildsWithHeddlecTest : public ProgramTest {
protected:
  cl_int tryToBuild(cl_program program, const char *options = "") {
    const cl_int result = clBuildProgram(program, 1, &device, options, nullptr, nullptr);
    log = buildText(program, CL_PROGRAM_BUILD_LOG);
    return result;
  }
  // Runs add() and compares with the host.
  void expectAdds(cl_program program) {
    cl_int error = CL_INVALID_VALUE;
    OwnedKernel kernel = clCreateKernel(program, "add", &error);
    ASSERT_EQ(error, CL_SUCCESS);
    std::vector<float> a(1000), b(1000);
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = float(i);
      b[i] = float(i % 7);
    }
    OwnedMem left = makeBufferOf(a), right = makeBufferOf(b), sum = makeBuffer(4000);
    const cl_mem handles[] = {left, right, sum};
    for (cl_uint i = 0; i < 3; ++i)
      EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &handles[i]), CL_SUCCESS);
    const float scale = 3;
    EXPECT_EQ(clSetKernelArg(kernel, 3, sizeof(scale), &scale), CL_SUCCESS);
    ASSERT_EQ(enqueue(queue, kernel, 1000), CL_SUCCESS);
    const std::vector<float> got = contents<float>(sum);
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(got[i], a[i] + 3 * b[i]) << i;
  }
  /// What k(global int *out) writes.
  int result(cl_program program) {
    cl_int error = CL_INVALID_VALUE;
    OwnedKernel kernel = clCreateKernel(program, "k", &error);
    OwnedMem out = makeBuffer(4);
    const cl_mem handle = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(handle), &handle), CL_SUCCESS);
    EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
    return contents<int>(out).at(0);
  }
  /// A shell's command, to which this program is "$self".
  void expectRuns(const std::string &command) {
    // Children of the driver do not get the loader's variables; this program may need them.
    const char *libraries = std::getenv("LD_LIBRARY_PATH");
    SubprocessRequest request;
    request.arguments = {
        "/bin/sh", "-c",
        (libraries ? "export LD_LIBRARY_PATH='" + std::string(libraries) + "'; " : std::string()) +
            "self='" + fs::read_symlink("/proc/self/exe").string() + "'; " + command};
    request.timeLimit = std::chrono::seconds(100);
    const SubprocessResult result = runSubprocess(request);
    EXPECT_EQ(result.end, SubprocessResult::End::exited) << result.describe();
    EXPECT_EQ(result.code, 0) << command;
  }
  ProgramBinary decodedBinary(cl_program program) {
    const std::vector<unsigned char> bytes = binaryOf(program);
    std::optional<ProgramBinary> binary = decodeProgramBinary(
        std::string_view(reinterpret_cast<const char *>(bytes.data()), bytes.size()));
    EXPECT_TRUE(binary);
    return binary.value_or(ProgramBinary());
  }
  OwnedProgram withBinary(const ProgramBinary &binary) {
    const std::string bytes = encode(binary);
    const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
    const std::size_t size = bytes.size();
    cl_int error = CL_INVALID_VALUE;
    cl_program made = clCreateProgramWithBinary(context, 1, &device, &size, &data, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  OwnedProgram withIl(const std::string &il) {
    cl_int error = CL_INVALID_VALUE;
    cl_program made = clCreateProgramWithIL(context, il.data(), il.size(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  static std::size_t cacheEntries() {
    std::size_t count = 0;
    std::error_code none;
    for (const auto &entry : fs::directory_iterator(cacheFolder() + "/programs", none))
      count += entry.path().extension() == ".hdl";
    return count;
  }

  std::string log;
};

TEST_F(BuildsWithHeddlecTest, SourceRuns) {
  OwnedProgram program = makeProgram(addSource);
  ASSERT_EQ(tryToBuild(program), CL_SUCCESS) << log;
  expectAdds(program);
}

TEST_F(BuildsWithHeddlecTest, AProgramWithoutKernelsBuilds) {
  OwnedProgram program = makeProgram("int twice(int x) { return 2 * x; }");
  EXPECT_EQ(tryToBuild(program), CL_SUCCESS) << log;
  EXPECT_EQ(query<std::size_t>(clGetProgramInfo, program.get(), CL_PROGRAM_NUM_KERNELS), 0u);
}

TEST_F(BuildsWithHeddlecTest, TheLastWorkGroupsOfADimensionAreSmallerWhenTheSizesDoNotDivide) {
  const char source[] = R"(
kernel void shape(global ulong *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[y * get_global_size(0) + x] = get_local_size(0) | get_local_size(1) << 8 |
      get_enqueued_local_size(0) << 16 | get_enqueued_local_size(1) << 24 |
      get_num_groups(0) << 32 | get_num_groups(1) << 40 |
      (ulong)(get_group_id(0) * 16 + get_local_id(0) == x) << 48;
}
)";
  EXPECT_EQ(query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT),
            cl_bool(CL_TRUE));
  const std::size_t global[2] = {50, 7}, local[2] = {16, 3};
  OwnedMem out = makeBufferOf(std::vector<cl_ulong>(50 * 7));
  const cl_mem handle = out;
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-uniform-work-group-size"}) {
    OwnedProgram program = makeProgram(source);
    ASSERT_EQ(tryToBuild(program, options), CL_SUCCESS) << log;
    OwnedKernel kernel = clCreateKernel(program, "shape", nullptr);
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &handle), CL_SUCCESS);
    const bool uniform = std::strstr(options, "uniform") != nullptr;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, local, 0, nullptr, nullptr),
              uniform ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS);
  }
  const std::vector<cl_ulong> got = contents<cl_ulong>(out);
  for (std::size_t y = 0; y < 7; ++y)
    for (std::size_t x = 0; x < 50; ++x) {
      const cl_ulong width = x < 48 ? 16 : 2, height = y < 6 ? 3 : 1;
      EXPECT_EQ(got[y * 50 + x], width | height << 8 | cl_ulong(16) << 16 | cl_ulong(3) << 24 |
                                     cl_ulong(4) << 32 | cl_ulong(3) << 40 | cl_ulong(1) << 48)
          << x << ", " << y;
    }
}

TEST_F(BuildsWithHeddlecTest, IlRuns) {
  OwnedProgram source = makeProgram(addSource);
  ASSERT_EQ(tryToBuild(source), CL_SUCCESS) << log;
  OwnedProgram program = withIl(decodedBinary(source).modules.at(0).spirv);
  ASSERT_EQ(tryToBuild(program), CL_SUCCESS) << log;
  expectAdds(program);
}

TEST_F(BuildsWithHeddlecTest, ABinaryOfAnotherVersionIsCompiledFromItsSpirv) {
  OwnedProgram source = makeProgram(addSource);
  ASSERT_EQ(tryToBuild(source), CL_SUCCESS) << log;
  ProgramBinary binary = decodedBinary(source);
  ++binary.abiVersion;
  binary.elf = "not of this time";
  OwnedProgram program = withBinary(binary);
  ASSERT_EQ(tryToBuild(program), CL_SUCCESS) << log;
  expectAdds(program);
}

TEST_F(BuildsWithHeddlecTest, AttributesOfKernelsComeBackAsTheyWereWritten) {
  OwnedProgram program = makeProgram(
      "kernel __attribute__((vec_type_hint(uint4))) void first(global int *p) { *p = 1; }"
      "kernel __attribute__((vec_type_hint(char2), reqd_work_group_size(2, 1, 1)))"
      "void second(global int *p) { *p = 1; }");
  ASSERT_EQ(tryToBuild(program), CL_SUCCESS) << log;
  cl_int error = CL_INVALID_VALUE;
  OwnedKernel first = clCreateKernel(program, "first", &error);
  EXPECT_EQ(queryString(clGetKernelInfo, first.get(), CL_KERNEL_ATTRIBUTES),
            "vec_type_hint(uint4)");
  OwnedKernel second = clCreateKernel(program, "second", &error);
  EXPECT_EQ(queryString(clGetKernelInfo, second.get(), CL_KERNEL_ATTRIBUTES),
            "reqd_work_group_size(2,1,1) vec_type_hint(char2)");
}

TEST_F(BuildsWithHeddlecTest, SourceThatDoesNotCompileIsAFailedBuildWithThePlace) {
  OwnedProgram program = makeProgram("kernel void k(global int *a) {\n  a[0] = missing;\n}\n");
  EXPECT_EQ(tryToBuild(program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log.find(":2:10: error: use of undeclared identifier 'missing'"), std::string::npos)
      << log;
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
}

TEST_F(BuildsWithHeddlecTest, AnUnknownOptionIsInvalid) {
  OwnedProgram program = makeProgram(addSource);
  EXPECT_EQ(tryToBuild(program, "--no-such-option"), CL_INVALID_BUILD_OPTIONS);
  EXPECT_NE(log.find("--no-such-option"), std::string::npos) << log;
}

TEST_F(BuildsWithHeddlecTest, DamagedModulesAreFailedBuilds) {
  OwnedProgram source = makeProgram(addSource);
  ASSERT_EQ(tryToBuild(source), CL_SUCCESS) << log;
  const std::string good = decodedBinary(source).modules.at(0).spirv;
  std::mt19937 random(1);
  for (int round = 0; round < 5; ++round) {
    // The header stays, and the lengths of the instructions: what the driver itself checks.
    std::string damaged = good;
    for (std::size_t at = 5 * 4; at + 4 <= damaged.size();) {
      std::uint32_t word;
      std::memcpy(&word, damaged.data() + at, 4);
      const std::size_t length = word >> 16;
      for (std::size_t i = 1; i < length; ++i)
        if (random() % 8 == 0)
          damaged[at + i * 4] = static_cast<char>(random());
      at += length * 4;
    }
    OwnedProgram program = withIl(damaged);
    EXPECT_EQ(tryToBuild(program), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_FALSE(log.empty());
  }
}

TEST_F(BuildsWithHeddlecTest, ArgumentInformationIsThereWhenAskedFor) {
  OwnedProgram program = makeProgram(addSource);
  ASSERT_EQ(tryToBuild(program, "-cl-kernel-arg-info"), CL_SUCCESS) << log;
  cl_int error = CL_INVALID_VALUE;
  OwnedKernel kernel = clCreateKernel(program, "add", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  auto text = [&](cl_uint index, cl_kernel_arg_info name) {
    char value[64] = "";
    EXPECT_EQ(clGetKernelArgInfo(kernel, index, name, sizeof(value), value, nullptr), CL_SUCCESS);
    return std::string(value);
  };
  EXPECT_EQ(text(0, CL_KERNEL_ARG_NAME), "a");
  EXPECT_EQ(text(0, CL_KERNEL_ARG_TYPE_NAME), "float*");
  EXPECT_EQ(text(3, CL_KERNEL_ARG_NAME), "scale");
  EXPECT_EQ(text(3, CL_KERNEL_ARG_TYPE_NAME), "float");
  cl_kernel_arg_type_qualifier qualifier = 0;
  EXPECT_EQ(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(qualifier),
                               &qualifier, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(qualifier, cl_kernel_arg_type_qualifier(CL_KERNEL_ARG_TYPE_CONST));
}

TEST_F(BuildsWithHeddlecTest, AChangedIncludeIsSeenInTheCache) {
  const fs::path folder = fs::path(cacheFolder()) / "headers";
  fs::create_directory(folder);
  auto valueOf = [&](const char *header) {
    std::ofstream(folder / "value.h") << header;
    OwnedProgram program =
        makeProgram("#include \"value.h\"\nkernel void k(global int *out) { out[0] = VALUE; }\n");
    EXPECT_EQ(tryToBuild(program, ("-I " + folder.string()).c_str()), CL_SUCCESS) << log;
    return result(program);
  };
  EXPECT_EQ(valueOf("#define VALUE 1\n"), 1);
  EXPECT_EQ(valueOf("#define VALUE 1\n"), 1);
  EXPECT_EQ(valueOf("#define VALUE 2\n"), 2);
  EXPECT_EQ(valueOf("#define VALUE 1\n"), 1);
}

TEST_F(BuildsWithHeddlecTest, AHeaderThatAppearsEarlierIsSeenInTheCache) {
  const fs::path folder = fs::path(cacheFolder()) / "search";
  fs::remove_all(folder);
  fs::create_directories(folder / "second");
  std::ofstream(folder / "second/value.h") << "#define VALUE 1\n";
  const std::string options =
      "-I " + (folder / "first").string() + " -I " + (folder / "second").string();
  const char source[] = "#include <value.h>\n#if __has_include(\"more.h\")\n#define MORE 10\n"
                        "#else\n#define MORE 0\n#endif\n"
                        "kernel void k(global int *out) { out[0] = VALUE + MORE; }\n";
  auto valueOf = [&] {
    OwnedProgram program = makeProgram(source);
    EXPECT_EQ(tryToBuild(program, options.c_str()), CL_SUCCESS) << log;
    const int built = result(program);
    EXPECT_EQ(result(link({makeCompiledProgram(source, options.c_str())})), built);
    return built;
  };
  EXPECT_EQ(valueOf(), 1);
  EXPECT_EQ(valueOf(), 1);
  // Neither the folder nor the file was there.
  fs::create_directory(folder / "first");
  std::ofstream(folder / "first/value.h") << "#define VALUE 2\n";
  EXPECT_EQ(valueOf(), 2);
  std::ofstream(folder / "second/more.h") << "\n";
  EXPECT_EQ(valueOf(), 12);
  fs::remove(folder / "second/more.h");
  EXPECT_EQ(valueOf(), 2);
}

TEST_F(BuildsWithHeddlecTest, WhatAsksForTheTimeIsNotKept) {
  OwnedProgram program = makeProgram(
      "constant char now[] = __TIME__;\nkernel void k(global int *out) { out[0] = now[0]; }\n");
  const std::size_t before = cacheEntries();
  ASSERT_EQ(tryToBuild(program), CL_SUCCESS) << log;
  EXPECT_EQ(cacheEntries(), before);
}

// The second half of ABinaryIsCompiledAnewWhereAFeatureIsMissing, in a process of its own.
TEST_F(BuildsWithHeddlecTest, DISABLED_TheBinaryOfAnotherMachineRuns) {
  std::ifstream file(std::getenv("HEDDLE_TEST_BINARY"), std::ios::binary);
  const std::vector<unsigned char> bytes((std::istreambuf_iterator<char>(file)),
                                         std::istreambuf_iterator<char>());
  OwnedProgram program = fromBinary(bytes);
  ASSERT_EQ(tryToBuild(program), CL_SUCCESS) << log;
  expectAdds(program);
  // Not the code that came: it may use what is not here.
  EXPECT_NE(decodedBinary(program).elf,
            decodeProgramBinary({reinterpret_cast<const char *>(bytes.data()), bytes.size()})->elf);
}

TEST_F(BuildsWithHeddlecTest, ABinaryIsCompiledAnewWhereAFeatureIsMissing) {
  OwnedProgram program = makeProgram(addSource);
  ASSERT_EQ(tryToBuild(program), CL_SUCCESS) << log;
  const ProgramBinary binary = decodedBinary(program);
  const auto metadata = loader::readMetadata(binary.elf);
  ASSERT_TRUE(std::holds_alternative<abi::BinaryMetadata>(metadata));
  const std::string &required = std::get<abi::BinaryMetadata>(metadata).requiredFeatures;
  if (required.find("avx512f") == std::string::npos)
    GTEST_SKIP() << "code for this machine uses nothing that it could be without: " << required;

  const std::string file = cacheFolder() + "/moved.hdl";
  const std::string bytes = encode(binary);
  std::ofstream(file, std::ios::binary) << bytes;
  // GFNI stands for what code may use although no kernel asks for it.
  for (const char *lacking : {"avx512f", "avx512vbmi", "gfni"})
    if (("," + required + ",").find("," + std::string(lacking) + ",") != std::string::npos)
      expectRuns("unset HEDDLE_TARGET; export HEDDLE_TEST_BINARY='" + file +
                 "' HEDDLE_ASSUME_CPU=-" + lacking +
                 "; \"$self\" --gtest_also_run_disabled_tests "
                 "--gtest_filter=*.DISABLED_TheBinaryOfAnotherMachineRuns");
}

TEST_F(BuildsWithHeddlecTest, ProcessesBuildAtOnceOnAnEmptyCache) {
  // This program itself, twice, running the first test on a cache that neither has seen.
  const fs::path folder = fs::path(cacheFolder()) / "shared";
  std::error_code none;
  fs::remove_all(folder, none);
  expectRuns("unset HEDDLE_CACHE; export HEDDLE_CACHE_DIR='" + folder.string() +
             "'; \"$self\" --gtest_filter=*.SourceRuns & a=$!; \"$self\" "
             "--gtest_filter=*.SourceRuns & b=$!; wait $a || exit 1; wait $b");
  std::size_t entries = 0;
  for (const auto &entry : fs::directory_iterator(folder / "programs")) {
    EXPECT_EQ(entry.path().extension(), ".hdl");
    ++entries;
  }
  EXPECT_EQ(entries, 1u);
}

TEST_F(BuildsWithHeddlecTest, TheSameBuildComesFromTheCache) {
  OwnedProgram program = makeProgram(addSource);
  ASSERT_EQ(tryToBuild(program, "-DFROM_CACHE"), CL_SUCCESS) << log;
  const std::size_t before = cacheEntries();
  for (int i = 0; i < 3; ++i) {
    OwnedProgram again = makeProgram(addSource);
    ASSERT_EQ(tryToBuild(again, "-DFROM_CACHE"), CL_SUCCESS) << log;
    expectAdds(again);
  }
  EXPECT_EQ(cacheEntries(), before);
}

} // namespace heddle::test
