// Programs that must not build: the error, what the build log says, and that the next build works.
#include "tests/kernels/harness/driver.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

namespace heddle::test {

namespace {

constexpr const char *goodSource =
    "kernel void good(global int *out) { out[get_global_id(0)] = (int)get_global_id(0) + 1; }\n";

class BuildFailureTest : public testing::Test {
protected:
  void SetUp() override {
    std::string error;
    device = findDevice(error);
    ASSERT_TRUE(device) << error;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    ASSERT_TRUE(context);
  }
  void TearDown() override {
    // The application lives, and so does the driver.
    EXPECT_EQ(build(goodSource), CL_SUCCESS) << log;
    clReleaseContext(context);
  }

  cl_int build(const std::string &source, const std::string &options = "-cl-std=CL3.0") {
    const char *text = source.c_str();
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    return error ? error : buildAndRelease(program, options);
  }

  /// The error of whichever of the two calls fails first.
  cl_int buildIl(const std::vector<unsigned char> &module) {
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithIL(context, module.data(), module.size(), &error);
    log = "(no program)";
    return error ? error : buildAndRelease(program, "");
  }

  void expectFailure(const std::string &source, std::initializer_list<const char *> parts,
                     const std::string &options = "-cl-std=CL3.0") {
    EXPECT_EQ(build(source, options), CL_BUILD_PROGRAM_FAILURE) << log;
    for (const char *part : parts)
      EXPECT_NE(log.find(part), std::string::npos) << "no '" << part << "' in: " << log;
  }

  std::vector<unsigned char> goodModule() {
    const TemporaryFolder folder("heddle-good");
    folder.write("good.cl", goodSource);
    EXPECT_EQ(compileToSpirv(folder / "good.cl", "-cl-std=CL3.0", folder / "good.spv"), "");
    std::ifstream stream(folder / "good.spv", std::ios::binary);
    return std::vector<unsigned char>(std::istreambuf_iterator<char>(stream), {});
  }

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  std::string log;

private:
  cl_int buildAndRelease(cl_program program, const std::string &options) {
    cl_int error = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
    log = buildLog(program, device);
    if (!error) {
      cl_build_status status = CL_BUILD_NONE;
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                            nullptr);
      EXPECT_EQ(status, CL_BUILD_SUCCESS);
    }
    clReleaseProgram(program);
    return error;
  }
};

void setWord(std::vector<unsigned char> &module, std::size_t index, std::uint32_t value) {
  std::memcpy(module.data() + index * 4, &value, sizeof value);
}

std::uint32_t word(const std::vector<unsigned char> &module, std::size_t index) {
  std::uint32_t value;
  std::memcpy(&value, module.data() + index * 4, sizeof value);
  return value;
}

} // namespace

TEST_F(BuildFailureTest, SyntaxErrorHasLineColumnAndText) {
  expectFailure("kernel void k(global int *out) {\n  out[0] = 1 +;\n}\n",
                {":2:15: error: expected expression"});
}

TEST_F(BuildFailureTest, LineDirectiveNamesTheUsersFile) {
  expectFailure("#line 40 \"mine.cl\"\nkernel void k(global int *out) { out[0] = unknown; }\n",
                {"mine.cl:40:", "use of undeclared identifier 'unknown'"});
}

TEST_F(BuildFailureTest, AllErrorsAreReported) {
  expectFailure("kernel void a() { x = 1; }\nkernel void b() { y = 1; }\n",
                {":1:19: error", ":2:19: error"});
}

TEST_F(BuildFailureTest, WarningIsAnErrorWithWerror) {
  std::string source = "kernel void k(global int *out) {\n  int x = \"text\" == \"text\";\n  "
                       "out[0] = out[0] == 1 & 3 == x;\n}\n#warning look here\n";
  EXPECT_EQ(build(source), CL_SUCCESS) << log;
  EXPECT_NE(log.find("warning: look here"), std::string::npos) << log;
  expectFailure(source, {"error: look here"}, "-cl-std=CL3.0 -Werror");
}

TEST_F(BuildFailureTest, ErrorDirectiveAndMacros) {
  expectFailure("#ifdef BROKEN\n#error broken as asked\n#endif\n", {"broken as asked"},
                "-DBROKEN -cl-std=CL3.0");
}

TEST_F(BuildFailureTest, UndefinedFunctionIsNamed) {
  expectFailure("int missing(int x);\nkernel void k(global int *out) { out[0] = missing(1); }\n",
                {"missing"});
}

TEST_F(BuildFailureTest, UndeclaredFunctionIsNamed) {
  expectFailure("kernel void k(global int *out) { out[0] = not_declared(1); }\n", {"not_declared"});
}

TEST_F(BuildFailureTest, RecursionIsNamed) {
  expectFailure("int down(int x) { return x > 0 ? down(x - 1) + x : 0; }\n"
                "kernel void k(global int *out) { out[0] = down(out[1]); }\n",
                {"down", "recurs"});
}

TEST_F(BuildFailureTest, MutualRecursionIsNamed) {
  expectFailure("int odd(int x);\nint even(int x) { return x == 0 ? 1 : odd(x - 1); }\n"
                "int odd(int x) { return x == 0 ? 0 : even(x - 1); }\n"
                "kernel void k(global int *out) { out[0] = even(out[1]); }\n",
                {"recurs"});
}

TEST_F(BuildFailureTest, InlineAssemblyIsRefused) {
  expectFailure("kernel void k(global int *out) { __asm__(\"nop\"); out[0] = 1; }\n", {"assembly"});
}

TEST_F(BuildFailureTest, AnImageThatIsReadIsNotWritten) {
  EXPECT_EQ(build("kernel void k(read_only image2d_t image) {\n"
                  "  write_imagef(image, (int2)(0, 0), (float4)(1));\n}\n"),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log.find("write_imagef"), std::string::npos) << log;
}

TEST_F(BuildFailureTest, PipesAreRefused) {
  EXPECT_EQ(build("kernel void k(read_only pipe int p, global int *out) { out[0] = 1; }\n"),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log.find("pipe"), std::string::npos) << log;
}

TEST_F(BuildFailureTest, LocalVariablesAreForKernelsOnly) {
  const std::string body = "{\n  local int x[64];\n  x[get_local_id(0)] = 1;\n"
                           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "  out[get_global_id(0)] = x[63 - get_local_id(0)];\n}\n";
  EXPECT_EQ(build("kernel void k(global int *out) " + body), CL_SUCCESS) << log;
  expectFailure("void helper(global int *out) " + body +
                    "kernel void k(global int *out) { helper(out); }\n",
                {"2:13: error", "local address space"});
}

TEST_F(BuildFailureTest, SubGroupSizeThatTheDeviceLacksIsRefused) {
  expectFailure("__attribute__((intel_reqd_sub_group_size(5)))\n"
                "kernel void odd_size(global int *out) { out[get_global_id(0)] = 1; }\n",
                {"5"});
}

TEST_F(BuildFailureTest, UnknownOptionsAreInvalid) {
  for (const char *options : {"-no-such-option", "-cl-std=CL9.9", "-D", "-cl-unknown-thing"}) {
    EXPECT_EQ(build(goodSource, options), CL_INVALID_BUILD_OPTIONS) << options;
  }
}

TEST_F(BuildFailureTest, MissingIncludeIsNamed) {
  expectFailure("#include \"not_there.h\"\n", {"not_there.h"});
}

TEST_F(BuildFailureTest, TruncatedModulesFail) {
  std::vector<unsigned char> module = goodModule();
  ASSERT_GT(module.size(), 100u);
  EXPECT_EQ(buildIl(module), CL_SUCCESS) << log;
  for (std::size_t quarter : {1u, 2u, 3u}) {
    std::vector<unsigned char> cut(module.begin(),
                                   module.begin() + long(module.size() * quarter / 16 * 4));
    cl_int error = buildIl(cut);
    EXPECT_TRUE(error == CL_INVALID_VALUE || error == CL_BUILD_PROGRAM_FAILURE)
        << quarter << "/4: " << error;
    EXPECT_FALSE(log.empty());
  }
}

TEST_F(BuildFailureTest, RandomModulesAreInvalid) {
  std::mt19937 random(7);
  for (std::size_t size : {4u, 20u, 64u, 1000u}) {
    std::vector<unsigned char> module(size);
    for (unsigned char &byte : module)
      byte = static_cast<unsigned char>(random());
    EXPECT_EQ(buildIl(module), CL_INVALID_VALUE) << size;
  }
}

TEST_F(BuildFailureTest, RandomBytesBehindAGoodHeaderFail) {
  std::vector<unsigned char> module = goodModule();
  ASSERT_GT(module.size(), 100u);
  std::mt19937 random(8);
  for (std::size_t i = 20; i < module.size(); ++i)
    module[i] = static_cast<unsigned char>(random());
  cl_int error = buildIl(module);
  EXPECT_TRUE(error == CL_INVALID_VALUE || error == CL_BUILD_PROGRAM_FAILURE) << error;
}

// A flipped bit may leave a module that means something else; what counts is a clean answer.
TEST_F(BuildFailureTest, FlippedBitsNeverHurtTheApplication) {
  std::vector<unsigned char> module = goodModule();
  ASSERT_GT(module.size(), 100u);
  std::mt19937 random(9);
  for (int i = 0; i < 24; ++i) {
    std::vector<unsigned char> flipped = module;
    std::size_t bit = 20 * 8 + random() % ((module.size() - 20) * 8);
    flipped[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    cl_int error = buildIl(flipped);
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_INVALID_VALUE ||
                error == CL_BUILD_PROGRAM_FAILURE)
        << "bit " << bit << ": " << error;
    if (error == CL_BUILD_PROGRAM_FAILURE) {
      EXPECT_FALSE(log.empty()) << "bit " << bit;
    }
  }
}

TEST_F(BuildFailureTest, UnknownCapabilityIsNamed) {
  std::vector<unsigned char> module = goodModule();
  ASSERT_GT(module.size(), 100u);
  // OpCapability (2 words, opcode 17) stands first, after a header of 5 words.
  ASSERT_EQ(word(module, 5), 0x00020011u);
  setWord(module, 6, 31337);
  EXPECT_EQ(buildIl(module), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log.find("31337"), std::string::npos) << log;
}

TEST_F(BuildFailureTest, CapabilityOfAnotherEnvironmentIsNamed) {
  std::vector<unsigned char> module = goodModule();
  ASSERT_GT(module.size(), 100u);
  setWord(module, 6, 1); // Shader
  EXPECT_EQ(buildIl(module), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log.find("Shader"), std::string::npos) << log;
}

} // namespace heddle::test
