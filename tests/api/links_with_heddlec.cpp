// Programs compiled apart and linked, on the whole road: driver, compiler, cache, executor.
#include "runtime/program_binary.hpp"
#include "tests/support/program_fixture.hpp"

#include <cstring>
#include <fstream>
#include <unistd.h>

namespace heddle::test {

namespace {

/// Offers a function, a table, and a variable, and keeps a helper of a common name to itself.
constexpr char partSource[] = R"(
  typedef struct { int a; float b; } Pair;
  constant int table[4] = {10, 20, 30, 40};
  global int offset = 1000;
  static int helper(int x) { return x * 2; }
  int compute(int x) { return helper(x) + 1; }
  Pair swap(Pair p) { Pair r; r.a = (int)p.b; r.b = (float)p.a; return r; }
  kernel void set(global int *out) { out[get_global_id(0)] = 7; }
)";

constexpr char mainSource[] = R"(
  typedef struct { int a; float b; } Pair;
  extern constant int table[];
  extern global int offset;
  extern int compute(int x);
  extern Pair swap(Pair p);
  static int helper(int x) { return x * 3; }
  kernel void run(global int *out) {
    int i = get_global_id(0);
    Pair p = {i, 5.0f};
    p = swap(p);
    out[i] = compute(i) + helper(i) + table[i & 3] + offset + p.a + (int)p.b;
  }
)";

int expectedOfRun(int i) {
  const int table[] = {10, 20, 30, 40};
  return i * 2 + 1 + i * 3 + table[i & 3] + 1000 + 5 + i;
}

/// The module with the integer constant made one that can be specialized.
std::string withSpecId(const std::string &module, std::uint32_t literal, std::uint32_t id) {
  std::vector<std::uint32_t> words(module.size() / 4);
  std::memcpy(words.data(), module.data(), module.size());
  constexpr std::uint32_t opTypeVoid = 19, opTypeFunction = 33, opConstant = 43;
  constexpr std::uint32_t opSpecConstant = 50, opDecorate = 71, specId = 1;
  std::size_t firstType = 0;
  std::uint32_t constant = 0;
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
    const std::uint32_t opcode = words[at] & 0xffff;
    if (!firstType && opcode >= opTypeVoid && opcode <= opTypeFunction)
      firstType = at;
    if (opcode == opConstant && words[at + 3] == literal) {
      words[at] = (words[at] & 0xffff0000) | opSpecConstant;
      constant = words[at + 2];
    }
  }
  EXPECT_NE(constant, 0u);
  words.insert(words.begin() + static_cast<std::ptrdiff_t>(firstType),
               {4u << 16 | opDecorate, constant, specId, id});
  return std::string(reinterpret_cast<const char *>(words.data()), words.size() * 4);
}

/// cl_khr_spirv_linkonce_odr: the module with LinkOnceODR in place of Export.
std::string withLinkOnce(const std::string &module) {
  std::vector<std::uint32_t> words(module.size() / 4);
  std::memcpy(words.data(), module.data(), module.size());
  constexpr std::uint32_t opCapability = 17, opExtension = 10, opDecorate = 71;
  constexpr std::uint32_t linkageAttributes = 41, exported = 0, linkOnceOdr = 2;
  std::size_t behindCapabilities = 5;
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
    const std::uint32_t opcode = words[at] & 0xffff;
    if (opcode == opCapability)
      behindCapabilities = at + (words[at] >> 16);
    std::uint32_t &last = words[at + (words[at] >> 16) - 1];
    if (opcode == opDecorate && words[at + 2] == linkageAttributes && last == exported)
      last = linkOnceOdr;
  }
  const char name[] = "SPV_KHR_linkonce_odr";
  std::vector<std::uint32_t> extension(1 + (sizeof(name) + 3) / 4);
  extension[0] = static_cast<std::uint32_t>(extension.size()) << 16 | opExtension;
  std::memcpy(&extension[1], name, sizeof(name));
  words.insert(words.begin() + static_cast<std::ptrdiff_t>(behindCapabilities), extension.begin(),
               extension.end());
  return std::string(reinterpret_cast<const char *>(words.data()), words.size() * 4);
}

std::vector<unsigned char> bytesOf(const ProgramBinary &binary) {
  const std::string bytes = encode(binary);
  return {bytes.begin(), bytes.end()};
}

class LinksWithHeddlecTest : public ProgramTest {
protected:
  static constexpr char cl3[] = "-cl-std=CL3.0";

  std::vector<int> run(cl_program program, const char *name) {
    cl_int error = CL_INVALID_VALUE;
    OwnedKernel kernel = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    if (!kernel)
      return {};
    OwnedMem out = makeBufferOf(std::vector<int>(100, -1));
    cl_mem handle = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(handle), &handle), CL_SUCCESS);
    EXPECT_EQ(enqueue(queue, kernel, 100), CL_SUCCESS);
    return contents<int>(out);
  }
  ProgramBinary objectOf(cl_program program) {
    const std::vector<unsigned char> bytes = binaryOf(program);
    std::optional<ProgramBinary> binary = decodeProgramBinary(
        std::string_view(reinterpret_cast<const char *>(bytes.data()), bytes.size()));
    EXPECT_TRUE(binary);
    return binary.value_or(ProgramBinary());
  }
  OwnedProgram withIl(const std::string &words) {
    cl_int error = CL_INVALID_VALUE;
    cl_program made = clCreateProgramWithIL(context, words.data(), words.size(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  void expectRuns(cl_program program) {
    const std::vector<int> got = run(program, "run");
    for (int i = 0; i < static_cast<int>(got.size()); ++i)
      ASSERT_EQ(got[i], expectedOfRun(i)) << i;
  }
  std::string linkLog(const std::vector<cl_program> &inputs, const char *options = "") {
    OwnedProgram linked = link(inputs, options, CL_LINK_PROGRAM_FAILURE);
    return linked ? buildText(linked, CL_PROGRAM_BUILD_LOG) : "";
  }
  cl_int compile(cl_program program,
                 const std::vector<std::pair<const char *, cl_program>> &headers,
                 const char *options = "") {
    std::vector<const char *> names;
    std::vector<cl_program> programs;
    for (const auto &[name, header] : headers) {
      names.push_back(name);
      programs.push_back(header);
    }
    return clCompileProgram(program, 1, &device, options, static_cast<cl_uint>(names.size()),
                            programs.data(), names.data(), nullptr, nullptr);
  }
};

TEST_F(LinksWithHeddlecTest, FunctionsAndVariablesOfAnotherProgramWork) {
  OwnedProgram main = makeCompiledProgram(mainSource, cl3);
  OwnedProgram part = makeCompiledProgram(partSource, cl3);
  OwnedProgram linked = link({main, part});
  EXPECT_EQ(buildText(linked, CL_PROGRAM_BUILD_LOG), "");
  expectRuns(linked);
  EXPECT_EQ(run(linked, "set"), std::vector<int>(100, 7));
  EXPECT_EQ(query<std::size_t>(clGetProgramInfo, linked.get(), CL_PROGRAM_NUM_KERNELS), 2u);
  // The order does not matter, and neither does it how often.
  expectRuns(link({part, main}));
  expectRuns(link({main, part}, "-cl-fast-relaxed-math"));
}

TEST_F(LinksWithHeddlecTest, ObjectsLibrariesAndTheirBinariesMix) {
  OwnedProgram main = makeCompiledProgram(mainSource, cl3);
  OwnedProgram part = makeCompiledProgram(partSource, cl3);
  OwnedProgram library = link({part}, "-create-library");
  expectRuns(link({main, library}));
  OwnedProgram savedMain = fromBinary(binaryOf(main));
  OwnedProgram savedLibrary = fromBinary(binaryOf(library));
  expectRuns(link({savedMain, part}));
  expectRuns(link({savedMain, savedLibrary}));
  // A library may leave names open until it is part of a program.
  OwnedProgram open = link({savedMain}, "-create-library");
  expectRuns(link({open, savedLibrary}));
}

TEST_F(LinksWithHeddlecTest, ManyFunctionsThatItsOwnKernelsDoNotReachAreThereForOthers) {
  const std::string many = std::string(partSource) + R"(
    #define REPEAT(x) x x x x x x x x
    int many(int x) { REPEAT(REPEAT(REPEAT(REPEAT(x = x * 3 + 1;)))) return x; }
  )";
  OwnedProgram main = makeCompiledProgram(mainSource, cl3);
  OwnedProgram part = makeCompiledProgram(many.c_str(), cl3);
  EXPECT_FALSE(objectOf(part).modules[0].whole.empty());
  expectRuns(link({main, part}));
  OwnedProgram library = link({fromBinary(binaryOf(part))}, "-create-library");
  expectRuns(link({main, fromBinary(binaryOf(library))}));
  OwnedProgram alone = link({part});
  EXPECT_EQ(run(alone, "set"), std::vector<int>(100, 7));
  // Nothing can be linked to it any more.
  EXPECT_TRUE(objectOf(alone).modules[0].whole.empty());
}

TEST_F(LinksWithHeddlecTest, ALinkedBinaryOfAnotherVersionIsLinkedAgain) {
  OwnedProgram main = makeCompiledProgram(mainSource, cl3);
  OwnedProgram part = makeCompiledProgram(partSource, cl3);
  ProgramBinary binary = objectOf(link({main, part}));
  ++binary.abiVersion;
  binary.elf = "of another time";
  OwnedProgram program = fromBinary(bytesOf(binary));
  build(program, "");
  expectRuns(program);
}

TEST_F(LinksWithHeddlecTest, AKernelMayCallOneOfAnotherProgram) {
  OwnedProgram main = makeCompiledProgram("kernel void set(global int *out);"
                                          "kernel void run(global int *out) { set(out); }");
  OwnedProgram part = makeCompiledProgram(partSource, cl3);
  EXPECT_EQ(run(link({main, part}), "run"), std::vector<int>(100, 7));
}

TEST_F(LinksWithHeddlecTest, UndefinedNamesAreErrorsThatNameThem) {
  OwnedProgram main = makeCompiledProgram(mainSource, cl3);
  const std::string log = linkLog({main});
  EXPECT_NE(log.find("kernel 'run': function 'compute' is called and not defined"),
            std::string::npos)
      << log;
  EXPECT_NE(log.find("variable 'table': is used and not defined"), std::string::npos) << log;
  // The same in a build, where nothing can define them.
  OwnedProgram program = makeProgram(mainSource);
  EXPECT_EQ(clBuildProgram(program, 1, &device, cl3, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(buildText(program, CL_PROGRAM_BUILD_LOG).find("'compute' is called and not defined"),
            std::string::npos);
}

TEST_F(LinksWithHeddlecTest, NamesDefinedTwiceAreErrorsThatSayWhere) {
  OwnedProgram main = makeCompiledProgram(mainSource, cl3);
  OwnedProgram part = makeCompiledProgram(partSource, cl3);
  for (const char *options : {"", "-create-library"}) {
    const std::string log = linkLog({main, part, part}, options);
    EXPECT_NE(log.find("function 'compute': is defined in input program 1 and in input program 2"),
              std::string::npos)
        << log;
    EXPECT_NE(log.find("kernel 'set': is defined in"), std::string::npos) << log;
    EXPECT_NE(log.find("variable 'table': is defined in"), std::string::npos) << log;
  }
}

TEST_F(LinksWithHeddlecTest, AProgramMayHaveNothingForOthers) {
  OwnedProgram own = makeCompiledProgram("static int unused() { return 1; }");
  OwnedProgram main = makeCompiledProgram(mainSource, cl3);
  OwnedProgram part = makeCompiledProgram(partSource, cl3);
  expectRuns(link({own, main, part}));
  OwnedProgram il = withIl(objectOf(own).modules.at(0).spirv);
  ASSERT_EQ(compile(il, {}), CL_SUCCESS) << buildText(il, CL_PROGRAM_BUILD_LOG);
}

TEST_F(LinksWithHeddlecTest, LinkOnceNamesMayBeDefinedTwice) {
  const std::string words =
      withLinkOnce(objectOf(makeCompiledProgram("int value() { return 4; }")).modules.at(0).spirv);
  OwnedProgram one = withIl(words), two = withIl(words);
  ASSERT_EQ(compile(one, {}), CL_SUCCESS) << buildText(one, CL_PROGRAM_BUILD_LOG);
  ASSERT_EQ(compile(two, {}), CL_SUCCESS);
  OwnedProgram main = makeCompiledProgram(
      "int value(); kernel void run(global int *out) { out[get_global_id(0)] = value(); }");
  EXPECT_EQ(run(link({one, main, two}), "run"), std::vector<int>(100, 4));
  // Another definition, without the right to be one of several, wins.
  OwnedProgram strong = makeCompiledProgram("int value() { return 5; }");
  EXPECT_EQ(run(link({one, strong, main, two}), "run"), std::vector<int>(100, 5));
}

TEST_F(LinksWithHeddlecTest, TypesThatDoNotFitAreErrorsThatSayBoth) {
  OwnedProgram main = makeCompiledProgram("extern int f(int x); extern constant int c;"
                                          "kernel void k(global int *p) { *p = f(*p) + c; }");
  OwnedProgram part = makeCompiledProgram("float f(float x) { return x; } constant float c = 1;");
  const std::string log = linkLog({main, part});
  EXPECT_NE(log.find("function 'f': is i32 (i32) in input program 0 and float (float) in input "
                     "program 1"),
            std::string::npos)
      << log;
  EXPECT_NE(log.find("variable 'c': is i32 in constant memory in input program 0 and float"),
            std::string::npos)
      << log;
}

TEST_F(LinksWithHeddlecTest, EmbeddedHeadersComeBeforeFiles) {
  const std::string folder = testing::TempDir() + "heddle-headers-" + std::to_string(::getpid());
  ASSERT_EQ(::system(("mkdir -p " + folder + "/deep").c_str()), 0);
  std::ofstream(folder + "/value.h") << "#define VALUE 1\n";
  std::ofstream(folder + "/file.h") << "#define FILE_VALUE 2\n";
  OwnedProgram program = makeProgram(R"(
    #include "value.h"
    #include <deep/more.h>
    #include "file.h"
    kernel void run(global int *out) {
      out[get_global_id(0)] = VALUE * 100 + MORE * 10 + FILE_VALUE;
    }
  )");
  OwnedProgram value = makeProgram("#define VALUE 5\n");
  OwnedProgram second = makeProgram("#define VALUE 6\n");
  // Headers include one another, from beside themselves and from the top.
  OwnedProgram more = makeProgram("#include \"value.h\"\n#include \"other.h\"\n");
  OwnedProgram other = makeProgram("#define MORE (VALUE + 2)\n");
  ASSERT_EQ(
      compile(
          program,
          {{"value.h", value}, {"value.h", second}, {"deep/more.h", more}, {"deep/other.h", other}},
          ("-I " + folder).c_str()),
      CL_SUCCESS)
      << buildText(program, CL_PROGRAM_BUILD_LOG);
  EXPECT_EQ(run(link({program}), "run"), std::vector<int>(100, 572));
  // Another text under the name is another program, for the cache too.
  ASSERT_EQ(compile(program, {{"value.h", second}, {"deep/more.h", more}, {"deep/other.h", other}},
                    ("-I " + folder).c_str()),
            CL_SUCCESS);
  EXPECT_EQ(run(link({program}), "run"), std::vector<int>(100, 682));
  EXPECT_EQ(compile(program, {}), CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(buildText(program, CL_PROGRAM_BUILD_LOG).find("'value.h' file not found"),
            std::string::npos);
  ASSERT_EQ(::system(("rm -r " + folder).c_str()), 0);
}

TEST_F(LinksWithHeddlecTest, CompileOptionsAreThoseOfEachProgram) {
  // Work-groups of different sizes in one launch: OpenCL C 3.0 knows them, 1.2 does not.
  OwnedProgram modern = makeCompiledProgram(
      "kernel void modern(global int *out) { out[get_global_id(0)] = N; }", "-cl-std=CL3.0 -DN=1");
  OwnedProgram old = makeCompiledProgram(
      "kernel void old(global int *out) { out[get_global_id(0)] = N; }", "-DN=2");
  OwnedProgram linked = link({modern, old});
  EXPECT_EQ(run(linked, "modern"), std::vector<int>(100, 1));
  EXPECT_EQ(run(linked, "old"), std::vector<int>(100, 2));
  const std::size_t local = 64;
  for (const char *name : {"modern", "old"}) {
    cl_int error = CL_INVALID_VALUE;
    OwnedKernel kernel = clCreateKernel(linked, name, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    OwnedMem out = makeBufferOf(std::vector<int>(100, -1));
    cl_mem handle = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(handle), &handle), CL_SUCCESS);
    EXPECT_EQ(enqueue(queue, kernel, 100, &local),
              name[0] == 'm' ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE);
    clFinish(queue);
  }
  OwnedProgram program = makeProgram();
  EXPECT_EQ(
      clCompileProgram(program, 1, &device, "--nonsense", 0, nullptr, nullptr, nullptr, nullptr),
      CL_INVALID_COMPILER_OPTIONS);
}

TEST_F(LinksWithHeddlecTest, IlIsCompiledAndLinked) {
  OwnedProgram il = withIl(objectOf(makeCompiledProgram(partSource, cl3)).modules.at(0).spirv);
  ASSERT_EQ(compile(il, {}), CL_SUCCESS) << buildText(il, CL_PROGRAM_BUILD_LOG);
  EXPECT_EQ(binaryType(il), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  OwnedProgram main = makeCompiledProgram(mainSource, cl3);
  expectRuns(link({main, il}));
  expectRuns(link({main, fromBinary(binaryOf(il))}));
}

TEST_F(LinksWithHeddlecTest, SpecializationConstantsCountWhenTheIlIsCompiled) {
  OwnedProgram source = makeCompiledProgram("int value() { return 12345; }");
  const std::string words =
      withSpecId(objectOf(source).modules.at(0).spirv, /*literal=*/12345, /*id=*/7);
  OwnedProgram main = makeCompiledProgram(
      "int value(); kernel void run(global int *out) { out[get_global_id(0)] = value(); }");
  OwnedProgram il = withIl(words);
  ASSERT_EQ(compile(il, {}), CL_SUCCESS) << buildText(il, CL_PROGRAM_BUILD_LOG);
  EXPECT_EQ(run(link({main, il}), "run"), std::vector<int>(100, 12345));
  const int value = 99;
  ASSERT_EQ(clSetProgramSpecializationConstant(il, 7, sizeof(value), &value), CL_SUCCESS);
  // Not before it is compiled again.
  EXPECT_EQ(run(link({main, il}), "run"), std::vector<int>(100, 12345));
  ASSERT_EQ(compile(il, {}), CL_SUCCESS);
  EXPECT_EQ(run(link({main, il}), "run"), std::vector<int>(100, 99));
  // The binary is what was compiled.
  EXPECT_EQ(run(link({main, fromBinary(binaryOf(il))}), "run"), std::vector<int>(100, 99));
}

TEST_F(LinksWithHeddlecTest, ABinaryOfIlKeepsItsConstantsWhenItIsCompiledAgain) {
  OwnedProgram source =
      makeCompiledProgram("kernel void run(global int *out) { out[get_global_id(0)] = 12345; }");
  OwnedProgram il = withIl(withSpecId(objectOf(source).modules.at(0).spirv, 12345, 7));
  const int value = 99;
  ASSERT_EQ(clSetProgramSpecializationConstant(il, 7, sizeof(value), &value), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(il, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  ProgramBinary binary = objectOf(il);
  ++binary.abiVersion;
  OwnedProgram program = fromBinary(bytesOf(binary));
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(run(program, "run"), std::vector<int>(100, 99));
}

TEST_F(LinksWithHeddlecTest, ObjectsWithBadModulesAreFailedLinks) {
  ProgramBinary binary = objectOf(makeCompiledProgram(partSource, cl3));
  // The container is whole and the words are instructions, but not ones that make sense.
  std::string &words = binary.modules.at(0).spirv;
  for (std::size_t at = 5 * 4; at + 4 <= words.size();) {
    std::uint32_t word;
    std::memcpy(&word, words.data() + at, 4);
    const std::size_t length = word >> 16;
    if (length > 2)
      std::memset(words.data() + at + 8, 0x7f, 4);
    at += length * 4;
  }
  OwnedProgram bad = fromBinary(bytesOf(binary));
  const std::string log = linkLog({bad});
  EXPECT_NE(log.find("error: input program 0: "), std::string::npos) << log;
}

} // namespace

} // namespace heddle::test
