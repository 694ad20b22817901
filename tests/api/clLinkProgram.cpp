#include "tests/support/program_fixture.hpp"

#include <atomic>

namespace heddle::test {

using clLinkProgramTest = ProgramTest;

TEST_F(clLinkProgramTest, MakesAnExecutable) {
  OwnedProgram first = makeCompiledProgram("one", "-DA"), second = makeCompiledProgram("two", "-w");
  OwnedProgram linked = link({first, second}, "-cl-fast-relaxed-math");
  EXPECT_EQ(buildInfo<cl_build_status>(linked, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildText(linked, CL_PROGRAM_BUILD_OPTIONS), "-cl-fast-relaxed-math");
  EXPECT_EQ(buildText(linked, CL_PROGRAM_BUILD_LOG),
            "built by the fake compiler with '-cl-fast-relaxed-math'\n"
            "module 'input program 0' was compiled with '-DA'\n"
            "module 'input program 1' was compiled with '-w'\n");
  EXPECT_EQ(binaryType(linked), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(queryString(clGetProgramInfo, linked.get(), CL_PROGRAM_SOURCE), "");
  EXPECT_EQ(query<cl_context>(clGetProgramInfo, linked.get(), CL_PROGRAM_CONTEXT), context.get());
  EXPECT_EQ(query<cl_uint>(clGetProgramInfo, linked.get(), CL_PROGRAM_NUM_DEVICES), 1u);
  EXPECT_EQ(query<cl_uint>(clGetProgramInfo, linked.get(), CL_PROGRAM_REFERENCE_COUNT), 1u);
  cl_int error = CL_INVALID_VALUE;
  OwnedKernel kernel = clCreateKernel(linked, "empty", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, kernel, 10), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  // The inputs are what they were.
  EXPECT_EQ(binaryType(first), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
}

TEST_F(clLinkProgramTest, MakesALibraryThatIsLinkedLater) {
  OwnedProgram first = makeCompiledProgram("one", "-DA"), second = makeCompiledProgram("two", "-w");
  OwnedProgram library = link({first, second}, "-create-library -enable-link-options");
  EXPECT_EQ(binaryType(library), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  EXPECT_EQ(buildInfo<cl_build_status>(library, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(library, "empty", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);

  OwnedProgram third = makeCompiledProgram("three");
  OwnedProgram linked = link({third, library});
  EXPECT_EQ(buildText(linked, CL_PROGRAM_BUILD_LOG),
            "built by the fake compiler with ''\n"
            "module 'input program 0' was compiled with ''\n"
            "module 'input program 1, module 0' was compiled with '-DA'\n"
            "module 'input program 1, module 1' was compiled with '-w'\n");
  // A library may be part of another one.
  OwnedProgram larger = link({third, library}, "-create-library");
  EXPECT_EQ(binaryType(larger), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY));
}

TEST_F(clLinkProgramTest, TakesObjectsAndLibrariesFromBinaries) {
  OwnedProgram object = makeCompiledProgram();
  const std::vector<unsigned char> objectBinary = binaryOf(object);
  OwnedProgram sameObject = fromBinary(objectBinary);
  EXPECT_EQ(binaryType(sameObject), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  EXPECT_EQ(buildInfo<cl_build_status>(sameObject, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(binaryOf(sameObject), objectBinary);

  OwnedProgram library = link({object, sameObject}, "-create-library");
  const std::vector<unsigned char> libraryBinary = binaryOf(library);
  OwnedProgram sameLibrary = fromBinary(libraryBinary);
  EXPECT_EQ(binaryType(sameLibrary), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  EXPECT_EQ(binaryOf(sameLibrary), libraryBinary);

  OwnedProgram linked = link({sameObject, sameLibrary});
  EXPECT_EQ(binaryType(linked), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  // And what was linked is a binary that runs without the compiler.
  const std::vector<unsigned char> binary = binaryOf(linked);
  compilerShall("abort");
  OwnedProgram loaded = fromBinary(binary);
  EXPECT_EQ(clBuildProgram(loaded, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  cl_int error = CL_INVALID_VALUE;
  OwnedKernel kernel = clCreateKernel(loaded, "empty", &error);
  EXPECT_EQ(error, CL_SUCCESS);
}

TEST_F(clLinkProgramTest, DamagedObjectsAndLibrariesAreInvalidBinaries) {
  OwnedProgram object = makeCompiledProgram();
  OwnedProgram library = link({object, object}, "-create-library");
  for (const std::vector<unsigned char> &good : {binaryOf(object), binaryOf(library)}) {
    auto refuse = [&](const std::vector<unsigned char> &bad, const std::string &what) {
      const unsigned char *bytes = bad.data();
      const std::size_t size = bad.size();
      cl_int status = CL_SUCCESS, error = CL_SUCCESS;
      OwnedProgram made =
          clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &status, &error);
      EXPECT_EQ(made.get(), nullptr) << what;
      EXPECT_EQ(error, CL_INVALID_BINARY) << what;
      EXPECT_EQ(status, CL_INVALID_BINARY) << what;
    };
    for (std::size_t at = 0; at < good.size(); ++at) {
      std::vector<unsigned char> bad = good;
      bad[at] ^= 0x11;
      refuse(bad, "changed at " + std::to_string(at));
      if (at > 0)
        refuse({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(at)},
               "cut to " + std::to_string(at));
    }
    std::vector<unsigned char> longer = good;
    longer.push_back(0);
    refuse(longer, "one byte more");
  }
}

TEST_F(clLinkProgramTest, ObjectsAndLibrariesCannotBeBuilt) {
  OwnedProgram object = makeCompiledProgram();
  OwnedProgram loaded = fromBinary(binaryOf(object));
  EXPECT_EQ(clBuildProgram(loaded, 1, &device, "", nullptr, nullptr), CL_INVALID_BINARY);
  OwnedProgram library = link({object}, "-create-library");
  OwnedProgram loadedLibrary = fromBinary(binaryOf(library));
  EXPECT_EQ(clBuildProgram(loadedLibrary, 1, &device, "", nullptr, nullptr), CL_INVALID_BINARY);
  // Linked programs are built already.
  EXPECT_EQ(clBuildProgram(library, 1, &device, "", nullptr, nullptr), CL_INVALID_OPERATION);
}

TEST_F(clLinkProgramTest, AFailedLinkIsAProgramWithALog) {
  OwnedProgram object = makeCompiledProgram();
  compilerShall("fail");
  OwnedProgram failed = link({object}, "", CL_LINK_PROGRAM_FAILURE);
  ASSERT_NE(failed.get(), nullptr);
  EXPECT_EQ(buildInfo<cl_build_status>(failed, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_EQ(buildText(failed, CL_PROGRAM_BUILD_LOG), "input.cl:1:1: error: no good\n");
  EXPECT_EQ(binaryType(failed), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
  OwnedProgram failedLibrary = link({object}, "-create-library", CL_LINK_PROGRAM_FAILURE);
  ASSERT_NE(failedLibrary.get(), nullptr);
  compilerShall("abort");
  OwnedProgram aborted = link({object}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(buildText(aborted, CL_PROGRAM_BUILD_LOG).find("was killed by signal 6"),
            std::string::npos);
}

TEST_F(clLinkProgramTest, CallsBackWhenItHasEnded) {
  static std::atomic<cl_program> called;
  called = nullptr;
  OwnedProgram object = makeCompiledProgram();
  const cl_program input = object;
  cl_int error = CL_INVALID_VALUE;
  // The callback may have the last word about the program.
  cl_program linked = clLinkProgram(
      context, 1, &device, "", 1, &input,
      [](cl_program program, void *) {
        cl_build_status status = CL_BUILD_NONE;
        cl_device_id device = nullptr;
        clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof(device), &device, nullptr);
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status,
                              nullptr);
        EXPECT_EQ(status, CL_BUILD_SUCCESS);
        EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
        called = program;
        called.notify_all();
      },
      nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  called.wait(nullptr);
  EXPECT_EQ(called, linked);
}

TEST_F(clLinkProgramTest, ReturnsInvalidLinkerOptions) {
  OwnedProgram object = makeCompiledProgram();
  for (const char *options : {"-nonsense", "-DA=1", "-cl-std=CL3.0", "-create-library -g",
                              "-enable-link-options", "-cl-fast-relaxed-math,"})
    EXPECT_EQ(link({object}, options, CL_INVALID_LINKER_OPTIONS).get(), nullptr) << options;
  for (const char *options :
       {" ", "-cl-denorms-are-zero  -cl-no-signed-zeros\t-cl-unsafe-math-optimizations",
        "-cl-finite-math-only -cl-fast-relaxed-math -cl-no-subgroup-ifp"})
    link({object}, options);
}

TEST_F(clLinkProgramTest, ReturnsInvalidOperationWhereThereIsNothingToLink) {
  OwnedProgram object = makeCompiledProgram();
  OwnedProgram built = makeBuiltProgram();
  OwnedProgram source = makeProgram();
  EXPECT_EQ(link({source}, "", CL_INVALID_OPERATION).get(), nullptr);
  EXPECT_EQ(link({object, source}, "", CL_INVALID_OPERATION).get(), nullptr);
  EXPECT_EQ(link({object, built}, "", CL_INVALID_OPERATION).get(), nullptr);
}

TEST_F(clLinkProgramTest, ReturnsItsErrors) {
  OwnedProgram object = makeCompiledProgram();
  const cl_program input = object;
  const cl_program noProgram = nullptr;
  const cl_device_id none = nullptr;
  int data = 0;
  auto call = [&](cl_context where, cl_uint devices, const cl_device_id *list, cl_uint count,
                  const cl_program *programs, void *userData) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clLinkProgram(where, devices, list, "", count, programs, nullptr, userData, &error),
              nullptr);
    return error;
  };
  EXPECT_EQ(call(nullptr, 1, &device, 1, &input, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(call(context, 1, nullptr, 1, &input, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(context, 0, &device, 1, &input, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(context, 1, &none, 1, &input, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(call(context, 1, &device, 0, &input, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(context, 1, &device, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(context, 1, &device, 1, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(context, 1, &device, 1, &noProgram, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(call(context, 1, &device, 1, &input, &data), CL_INVALID_VALUE);
  OwnedContext other = otherContext();
  EXPECT_EQ(call(other, 1, &device, 1, &input, nullptr), CL_INVALID_CONTEXT);
}

} // namespace heddle::test
