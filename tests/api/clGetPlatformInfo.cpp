// clGetPlatformIDs, clGetPlatformInfo, clGetExtensionFunctionAddress(ForPlatform),
// clUnloadPlatformCompiler, and the dispatch table behind them.
#include "tests/support/opencl_fixture.hpp"

#include <CL/cl_icd.h>

#include <cstdlib>
#include <dlfcn.h>
#include <set>
#include <sstream>

namespace heddle::test {

using clGetPlatformInfoTest = DeviceTest;
using DispatchTableTest = DeviceTest;
using clGetExtensionFunctionAddressTest = DeviceTest;

namespace {

std::set<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  std::set<std::string> result;
  for (std::string word; stream >> word;)
    EXPECT_TRUE(result.insert(word).second) << word << " twice";
  return result;
}

/// The driver's library, which is the one that the dispatch table lies in.
void *driverLibrary(cl_platform_id platform) {
  Dl_info info;
  if (!::dladdr(*reinterpret_cast<void **>(platform), &info)) {
    ADD_FAILURE() << "the dispatch table is in no library";
    return nullptr;
  }
  void *library = ::dlopen(info.dli_fname, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    ADD_FAILURE() << ::dlerror();
  return library;
}

} // namespace

TEST_F(clGetPlatformInfoTest, TellsProfileNamesAndVersion) {
  EXPECT_EQ(queryString(clGetPlatformInfo, platform, CL_PLATFORM_PROFILE), "FULL_PROFILE");
  EXPECT_EQ(queryString(clGetPlatformInfo, platform, CL_PLATFORM_NAME), "Heddle");
  EXPECT_EQ(queryString(clGetPlatformInfo, platform, CL_PLATFORM_VENDOR), "Heddle");
  EXPECT_EQ(queryString(clGetPlatformInfo, platform, CL_PLATFORM_VERSION).find("OpenCL 3.0 "), 0u);
  EXPECT_EQ(query<cl_version>(clGetPlatformInfo, platform, CL_PLATFORM_NUMERIC_VERSION),
            CL_MAKE_VERSION(3, 0, 0));
  EXPECT_EQ(queryString(clGetPlatformInfo, platform, CL_PLATFORM_ICD_SUFFIX_KHR), "HEDDLE");
  EXPECT_GT(query<cl_ulong>(clGetPlatformInfo, platform, CL_PLATFORM_HOST_TIMER_RESOLUTION), 0u);
}

TEST_F(clGetPlatformInfoTest, ListsTheSameExtensionsInBothForms) {
  std::set<std::string> names =
      words(queryString(clGetPlatformInfo, platform, CL_PLATFORM_EXTENSIONS));
  std::set<std::string> versioned;
  for (const cl_name_version &extension : queryList<cl_name_version>(
           clGetPlatformInfo, platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION)) {
    EXPECT_TRUE(versioned.insert(extension.name).second);
    EXPECT_NE(extension.version, 0u);
  }
  EXPECT_EQ(names, versioned);
  EXPECT_TRUE(names.count("cl_khr_icd"));
}

TEST_F(clGetPlatformInfoTest, ReturnsInvalidPlatformForAnotherObject) {
  char text[64];
  EXPECT_EQ(clGetPlatformInfo(reinterpret_cast<cl_platform_id>(device), CL_PLATFORM_NAME,
                              sizeof(text), text, nullptr),
            CL_INVALID_PLATFORM);
}

TEST_F(clGetPlatformInfoTest, ReturnsInvalidValueForAnUnknownName) {
  EXPECT_EQ(clGetPlatformInfo(platform, 0x12345, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(clGetPlatformInfoTest, ReturnsInvalidValueWhenTheRoomIsTooSmall) {
  char text[3];
  EXPECT_EQ(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(text), text, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clGetPlatformInfoTest, UnloadsTheCompilerOfAPlatformOnly) {
  EXPECT_EQ(clUnloadPlatformCompiler(platform), CL_SUCCESS);
  EXPECT_EQ(clUnloadPlatformCompiler(reinterpret_cast<cl_platform_id>(device)),
            CL_INVALID_PLATFORM);
}

TEST_F(clGetExtensionFunctionAddressTest, FindsWhatReportedExtensionsBring) {
  EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"),
            nullptr);
  EXPECT_NE(
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandQueueWithPropertiesKHR"),
      nullptr);
}

TEST_F(clGetExtensionFunctionAddressTest, ReturnsNullForUnknownNames) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform, "clNoSuchFunction"), nullptr);
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform, ""), nullptr);
}

TEST_F(clGetExtensionFunctionAddressTest, ReturnsNullForWhatIsNoPlatform) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(reinterpret_cast<cl_platform_id>(device),
                                                     "clIcdGetPlatformIDsKHR"),
            nullptr);
}

TEST_F(DispatchTableTest, HasNoEmptySlot) {
  const auto *table = *reinterpret_cast<const cl_icd_dispatch *const *>(platform);
  const auto *slots = reinterpret_cast<void *const *>(table);
  for (std::size_t slot = 0; slot < sizeof(*table) / sizeof(void *); ++slot)
    EXPECT_NE(slots[slot], nullptr) << "slot " << slot;
}

// Of the driver itself: loaders look at these arguments, too, and some answer alone.
TEST_F(DispatchTableTest, FindsWhatLoadersDoNotLetThrough) {
  const auto *table = *reinterpret_cast<const cl_icd_dispatch *const *>(platform);
  cl_int error = CL_SUCCESS;
  for (const void *wrong :
       {static_cast<const void *>(nullptr), static_cast<const void *>(device)}) {
    const cl_context_properties list[] = {CL_CONTEXT_PLATFORM,
                                          reinterpret_cast<cl_context_properties>(wrong), 0};
    EXPECT_EQ(table->clCreateContext(list, 1, &device, nullptr, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_PLATFORM);
    EXPECT_EQ(table->clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, nullptr, nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_PLATFORM);
  }
  EXPECT_EQ(table->clCreateContext(nullptr, 0, nullptr, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(table->clWaitForEvents(0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(table->clWaitForEvents(1, nullptr), CL_INVALID_VALUE);
  const cl_event none[] = {nullptr};
  EXPECT_EQ(table->clWaitForEvents(1, none), CL_INVALID_EVENT);
}

TEST_F(DispatchTableTest, CarriesTheTagsOfIcd2) {
  const auto *table = *reinterpret_cast<const cl_icd_dispatch *const *>(platform);
  constexpr std::intptr_t tag = 0x4F50454E434C3331; // CL_ICD2_TAG_KHR
  EXPECT_EQ(reinterpret_cast<std::intptr_t>(table->clGetPlatformIDs), tag);
  EXPECT_EQ(reinterpret_cast<std::intptr_t>(table->clUnloadCompiler), tag);
}

TEST_F(DispatchTableTest, GivesLoadersOfIcd2EveryCoreFunctionByName) {
  void *library = driverLibrary(platform);
  ASSERT_TRUE(library);
  using GetAddress = void *(CL_API_CALL *)(cl_platform_id, const char *);
  auto getAddress =
      reinterpret_cast<GetAddress>(::dlsym(library, "clIcdGetFunctionAddressForPlatformKHR"));
  ASSERT_TRUE(getAddress);
  for (const char *name :
       {"clGetPlatformIDs", "clUnloadCompiler", "clGetDeviceInfo", "clBuildProgram",
        "clEnqueueNDRangeKernel", "clCreatePipe", "clSetContextDestructorCallback"})
    EXPECT_NE(getAddress(platform, name), nullptr) << name;
  EXPECT_EQ(getAddress(platform, "clNoSuchFunction"), nullptr);
  EXPECT_EQ(getAddress(nullptr, "clGetDeviceInfo"), nullptr);
  EXPECT_EQ(getAddress(platform, nullptr), nullptr);
  ::dlclose(library);
}

TEST_F(DispatchTableTest, TakesTheLoadersDataForObjectsMadeAfterwards) {
  void *library = driverLibrary(platform);
  ASSERT_TRUE(library);
  using SetData = cl_int(CL_API_CALL *)(cl_platform_id, void *);
  auto setData = reinterpret_cast<SetData>(::dlsym(library, "clIcdSetPlatformDispatchDataKHR"));
  ASSERT_TRUE(setData);
  auto secondWord = [](void *handle) { return static_cast<void **>(handle)[1]; };
  if (secondWord(platform))
    GTEST_SKIP() << "the loader in use is one of ICD 2 and needs the word itself";
  int data = 0;
  EXPECT_EQ(setData(nullptr, &data), CL_INVALID_PLATFORM);
  EXPECT_EQ(setData(platform, &data), CL_SUCCESS);
  cl_int error;
  OwnedContext context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(secondWord(platform), &data);
  EXPECT_EQ(secondWord(device), &data);
  EXPECT_EQ(secondWord(context.get()), &data);
  EXPECT_EQ(setData(platform, nullptr), CL_SUCCESS);
  ::dlclose(library);
}

TEST_F(DispatchTableTest, AnswersLoadersThatAskWithoutRoom) {
  void *library = driverLibrary(platform);
  ASSERT_TRUE(library);
  using GetPlatforms = cl_int(CL_API_CALL *)(cl_uint, cl_platform_id *, cl_uint *);
  auto getPlatforms = reinterpret_cast<GetPlatforms>(::dlsym(library, "clIcdGetPlatformIDsKHR"));
  ASSERT_TRUE(getPlatforms);
  cl_uint count = 0;
  cl_platform_id found = nullptr;
  EXPECT_EQ(getPlatforms(0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(getPlatforms(1, &found, nullptr), CL_SUCCESS);
  EXPECT_EQ(found, platform);
  EXPECT_EQ(getPlatforms(0, &found, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(getPlatforms(0, nullptr, nullptr), CL_INVALID_VALUE);
  ::dlclose(library);
}

} // namespace heddle::test
