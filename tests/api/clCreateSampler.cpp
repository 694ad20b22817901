// clCreateSampler, clCreateSamplerWithProperties, clGetSamplerInfo, clRetainSampler,
// clReleaseSampler.
#include "tests/support/image_fixture.hpp"

namespace heddle::test {

class clCreateSamplerTest : public ContextTest {
protected:
  using Properties = std::vector<cl_sampler_properties>;

  OwnedSampler withProperties(const Properties &list, cl_int expected = CL_SUCCESS) {
    cl_int error = CL_SUCCESS;
    OwnedSampler made =
        clCreateSamplerWithProperties(context, list.empty() ? nullptr : list.data(), &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(made.get() == nullptr, expected != CL_SUCCESS);
    return made;
  }
  cl_int errorOf(cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter) {
    cl_int error = CL_SUCCESS;
    OwnedSampler made = clCreateSampler(context, normalized, addressing, filter, &error);
    return error;
  }
  void expectSettings(cl_sampler sampler, cl_bool normalized, cl_addressing_mode addressing,
                      cl_filter_mode filter) {
    EXPECT_EQ(query<cl_bool>(clGetSamplerInfo, sampler, CL_SAMPLER_NORMALIZED_COORDS), normalized);
    EXPECT_EQ(query<cl_addressing_mode>(clGetSamplerInfo, sampler, CL_SAMPLER_ADDRESSING_MODE),
              addressing);
    EXPECT_EQ(query<cl_filter_mode>(clGetSamplerInfo, sampler, CL_SAMPLER_FILTER_MODE), filter);
  }
};
using clCreateSamplerWithPropertiesTest = clCreateSamplerTest;
using clGetSamplerInfoTest = clCreateSamplerTest;
using clReleaseSamplerTest = clCreateSamplerTest;

TEST_F(clCreateSamplerTest, TakesEveryMode) {
  for (cl_bool normalized : {CL_TRUE, CL_FALSE})
    for (cl_addressing_mode addressing = CL_ADDRESS_NONE; addressing <= CL_ADDRESS_MIRRORED_REPEAT;
         ++addressing)
      for (cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
        cl_int error = CL_INVALID_VALUE;
        OwnedSampler sampler = clCreateSampler(context, normalized, addressing, filter, &error);
        ASSERT_EQ(error, CL_SUCCESS);
        expectSettings(sampler, normalized, addressing, filter);
        EXPECT_TRUE(
            queryList<cl_sampler_properties>(clGetSamplerInfo, sampler.get(), CL_SAMPLER_PROPERTIES)
                .empty());
      }
}

TEST_F(clCreateSamplerTest, ReturnsTheErrorsOfTheSpecification) {
  EXPECT_EQ(errorOf(2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(CL_TRUE, CL_ADDRESS_NONE - 1, CL_FILTER_NEAREST), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT + 1, CL_FILTER_NEAREST), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST - 1), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR + 1), CL_INVALID_VALUE);
  cl_int error = CL_SUCCESS;
  for (cl_context bad : {cl_context(nullptr), reinterpret_cast<cl_context>(device)}) {
    EXPECT_EQ(clCreateSampler(bad, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
}

TEST_F(clCreateSamplerWithPropertiesTest, HasTheDefaultsOfTheSpecification) {
  OwnedSampler none = withProperties({}), empty = withProperties({0});
  expectSettings(none, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
  expectSettings(empty, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
}

TEST_F(clCreateSamplerWithPropertiesTest, KeepsTheListAsItWasGiven) {
  const Properties list = {CL_SAMPLER_FILTER_MODE,
                           CL_FILTER_LINEAR,
                           CL_SAMPLER_NORMALIZED_COORDS,
                           CL_FALSE,
                           CL_SAMPLER_ADDRESSING_MODE,
                           CL_ADDRESS_CLAMP_TO_EDGE,
                           0};
  OwnedSampler sampler = withProperties(list);
  expectSettings(sampler, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR);
  EXPECT_EQ(
      queryList<cl_sampler_properties>(clGetSamplerInfo, sampler.get(), CL_SAMPLER_PROPERTIES),
      list);
  OwnedSampler empty = withProperties({0});
  EXPECT_EQ(queryList<cl_sampler_properties>(clGetSamplerInfo, empty.get(), CL_SAMPLER_PROPERTIES),
            Properties{0});
}

TEST_F(clCreateSamplerWithPropertiesTest, ReturnsTheErrorsOfTheSpecification) {
  withProperties({CL_SAMPLER_CONTEXT, 0, 0}, CL_INVALID_VALUE);
  withProperties({CL_SAMPLER_MIP_FILTER_MODE, CL_FILTER_NEAREST, 0}, CL_INVALID_VALUE);
  withProperties({CL_SAMPLER_NORMALIZED_COORDS, 2, 0}, CL_INVALID_VALUE);
  withProperties({CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_LINEAR, 0}, CL_INVALID_VALUE);
  withProperties({CL_SAMPLER_FILTER_MODE, CL_ADDRESS_CLAMP, 0}, CL_INVALID_VALUE);
  withProperties(
      {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0},
      CL_INVALID_VALUE);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateSamplerWithProperties(nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(clGetSamplerInfoTest, TellsContextAndCount) {
  OwnedSampler sampler = withProperties({});
  EXPECT_EQ(query<cl_context>(clGetSamplerInfo, sampler.get(), CL_SAMPLER_CONTEXT), context.get());
  EXPECT_EQ(query<cl_uint>(clGetSamplerInfo, sampler.get(), CL_SAMPLER_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainSampler(sampler), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetSamplerInfo, sampler.get(), CL_SAMPLER_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseSampler(sampler), CL_SUCCESS);
  EXPECT_EQ(clGetSamplerInfo(sampler, CL_SAMPLER_MIP_FILTER_MODE, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  cl_uint small = 0;
  EXPECT_EQ(clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, sizeof(small), &small, nullptr),
            CL_INVALID_VALUE);
  for (cl_sampler bad : {cl_sampler(nullptr), reinterpret_cast<cl_sampler>(context.get())})
    EXPECT_EQ(clGetSamplerInfo(bad, CL_SAMPLER_CONTEXT, 0, nullptr, nullptr), CL_INVALID_SAMPLER);
}

TEST_F(clReleaseSamplerTest, ReturnsInvalidSamplerForOtherHandles) {
  for (cl_sampler bad : {cl_sampler(nullptr), reinterpret_cast<cl_sampler>(context.get())}) {
    EXPECT_EQ(clRetainSampler(bad), CL_INVALID_SAMPLER);
    EXPECT_EQ(clReleaseSampler(bad), CL_INVALID_SAMPLER);
  }
}

TEST_F(clReleaseSamplerTest, KeepsTheContextUntilTheLastOne) {
  OwnedContext other = makeContext();
  static int destroyed;
  destroyed = 0;
  clSetContextDestructorCallback(other, [](cl_context, void *) { ++destroyed; }, nullptr);
  OwnedSampler sampler =
      clCreateSampler(other, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
  other.reset();
  EXPECT_EQ(destroyed, 0);
  sampler.reset();
  EXPECT_EQ(destroyed, 1);
}

} // namespace heddle::test
