// clCreateProgramWithIL, clSetProgramSpecializationConstant.
#include "tests/support/program_fixture.hpp"

#include <cstring>

namespace heddle::test {

namespace {

constexpr std::uint32_t instruction(std::uint32_t opcode, std::uint32_t words) {
  return words << 16 | opcode;
}

// As much of a module as the driver itself reads: constant 7 is a bool, 8 a 32-bit and 9 a 16-bit
// integer, 10 a double.
std::vector<std::uint32_t> module() {
  std::vector<std::uint32_t> words = {0x07230203, 0x00010200, 0, 100, 0};
  auto add = [&](std::initializer_list<std::uint32_t> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  for (std::uint32_t id = 7; id <= 10; ++id)
    add({instruction(71, 4), id, 1, id}); // OpDecorate %id SpecId id
  add({instruction(20, 2), 20});          // OpTypeBool
  add({instruction(21, 4), 21, 32, 0});   // OpTypeInt
  add({instruction(21, 4), 22, 16, 0});
  add({instruction(22, 3), 23, 64}); // OpTypeFloat
  add({instruction(48, 3), 20, 7});  // OpSpecConstantTrue
  add({instruction(50, 4), 21, 8, 5});
  add({instruction(50, 4), 22, 9, 5});
  add({instruction(50, 5), 23, 10, 0, 0});
  return words;
}

} // namespace

class clCreateProgramWithILTest : public ProgramTest {
protected:
  OwnedProgram make(const std::vector<std::uint32_t> &words, cl_int expected = CL_SUCCESS) {
    return make(words.data(), words.size() * 4, expected);
  }
  OwnedProgram make(const void *bytes, std::size_t size, cl_int expected) {
    cl_int error = CL_INVALID_HOST_PTR;
    OwnedProgram made = clCreateProgramWithIL(context, bytes, size, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(made.get() == nullptr, expected != CL_SUCCESS);
    return made;
  }
};
using clSetProgramSpecializationConstantTest = clCreateProgramWithILTest;

TEST_F(clCreateProgramWithILTest, KeepsTheBytes) {
  const std::vector<std::uint32_t> words = module();
  OwnedProgram program = make(words);
  EXPECT_EQ(queryList<std::uint32_t>(clGetProgramInfo, program.get(), CL_PROGRAM_IL), words);
  EXPECT_EQ(queryString(clGetProgramInfo, program.get(), CL_PROGRAM_SOURCE), "");
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clCreateProgramWithILTest, TakesModulesOfTheOtherByteOrder) {
  std::vector<std::uint32_t> words = module();
  for (std::uint32_t &word : words)
    word = __builtin_bswap32(word);
  OwnedProgram program = make(words);
  const cl_uint value = 1;
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 8, 4, &value), CL_SUCCESS);
}

TEST_F(clCreateProgramWithILTest, ReturnsInvalidContext) {
  const std::vector<std::uint32_t> words = module();
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateProgramWithIL(nullptr, words.data(), words.size() * 4, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(clCreateProgramWithILTest, ReturnsInvalidValueForWhatIsNoModule) {
  std::vector<std::uint32_t> words = module();
  make(nullptr, 20, CL_INVALID_VALUE);
  make(words.data(), 0, CL_INVALID_VALUE);
  make(words.data(), 16, CL_INVALID_VALUE);
  make(words.data(), words.size() * 4 - 1, CL_INVALID_VALUE);
  const std::string text(400, 'x');
  make(text.data(), text.size(), CL_INVALID_VALUE);
  words[1] = 0x00020000;
  make(words, CL_INVALID_VALUE);
}

TEST_F(clCreateProgramWithILTest, ReturnsInvalidValueForAModuleThatIsCutOffInsideAnInstruction) {
  const std::vector<std::uint32_t> words = module();
  for (std::size_t size : {6u, 7u, 8u, 10u})
    make(words.data(), size * 4, CL_INVALID_VALUE);
  std::vector<std::uint32_t> endless = words;
  endless.push_back(instruction(1, 0)); // a length of zero
  make(endless, CL_INVALID_VALUE);
}

TEST_F(clSetProgramSpecializationConstantTest, ReachesTheCompiler) {
  OwnedProgram program = make(module());
  const cl_uchar flag = 0;
  const cl_uint number = 42;
  const cl_ushort small = 3;
  const cl_double real = 1.5;
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 7, 1, &flag), CL_SUCCESS);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 8, 4, &number), CL_SUCCESS);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 8, 4, &number), CL_SUCCESS);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 9, 2, &small), CL_SUCCESS);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 10, 8, &real), CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  const std::string log = buildText(program, CL_PROGRAM_BUILD_LOG);
  EXPECT_NE(log.find("constant 7 has 1 bytes\nconstant 8 has 4 bytes\nconstant 9 has 2 bytes\n"
                     "constant 10 has 8 bytes\n"),
            std::string::npos)
      << log;
}

TEST_F(clSetProgramSpecializationConstantTest, ReturnsItsErrors) {
  OwnedProgram program = make(module());
  const cl_ulong value = 0;
  EXPECT_EQ(clSetProgramSpecializationConstant(nullptr, 8, 4, &value), CL_INVALID_PROGRAM);
  OwnedProgram source = makeProgram();
  EXPECT_EQ(clSetProgramSpecializationConstant(source, 8, 4, &value), CL_INVALID_PROGRAM);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 11, 4, &value), CL_INVALID_SPEC_ID);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 8, 8, &value), CL_INVALID_VALUE);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 8, 4, nullptr), CL_INVALID_VALUE);
}

} // namespace heddle::test
