// clGetDeviceCooperativeMatrixInfoKHR and the queries beside it. What the reported matrices compute
// is tested in tests/kernels.
#include "heddle/cl_khr_cooperative_matrix.h"
#include "heddle/matrix_params.hpp"
#include "tests/support/opencl_fixture.hpp"

#include <optional>
#include <set>
#include <tuple>

namespace heddle::test {

using Variant = cl_device_cooperative_matrix_variant_khr;

constexpr cl_uint fp16 = CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_FP16_KHR,
                  fp32 = CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_FP32_KHR,
                  fp64 = CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_FP64_KHR,
                  sint8 = CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_SINT8_KHR,
                  sint32 = CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_SINT32_KHR,
                  uint8 = CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_UINT8_KHR,
                  uint64 = CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_UINT64_KHR;

/// For sets, and in the order of the structure.
auto fields(const Variant &variant) {
  return std::make_tuple(variant.m_size, variant.n_size, variant.k_size, variant.a_type,
                         variant.b_type, variant.c_type, variant.result_type,
                         variant.saturating_accumulation);
}

class cl_khr_cooperative_matrixTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (HasFatalFailure())
      return;
    info = extensionFunction<clGetDeviceCooperativeMatrixInfoKHR_fn>(
        "clGetDeviceCooperativeMatrixInfoKHR");
    ASSERT_TRUE(info);
  }

  std::vector<Variant> variants(cl_uint name, std::size_t inputSize = 0,
                                const void *input = nullptr) const {
    std::size_t size = 0;
    EXPECT_EQ(info(device, name, inputSize, input, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size % sizeof(Variant), 0u);
    std::vector<Variant> result(size / sizeof(Variant));
    EXPECT_EQ(info(device, name, inputSize, input, size, result.data(), nullptr), CL_SUCCESS);
    return result;
  }
  std::vector<Variant> defaultVariants() const {
    return variants(CL_DEVICE_COOPERATIVE_MATRIX_DEFAULT_SUB_GROUP_VARIANTS_KHR);
  }
  std::vector<Variant> variantsFor(cl_uint subGroupSize) const {
    return variants(CL_DEVICE_COOPERATIVE_MATRIX_SUB_GROUP_VARIANTS_KHR, sizeof(subGroupSize),
                    &subGroupSize);
  }
  static bool has(const std::vector<Variant> &list, const Variant &wanted) {
    for (const Variant &variant : list)
      if (fields(variant) == fields(wanted))
        return true;
    return false;
  }

  clGetDeviceCooperativeMatrixInfoKHR_fn info = nullptr;
};

TEST_F(cl_khr_cooperative_matrixTest, IsReportedAndItsFunctionHasNoOtherName) {
  EXPECT_NE(
      queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS).find("cl_khr_cooperative_matrix"),
      std::string::npos);
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform, "clGetDeviceCooperativeMatrixInfo"),
            nullptr);
}

TEST_F(cl_khr_cooperative_matrixTest, AsksForNoAlignmentOfPointersAndStrides) {
  EXPECT_EQ(
      query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_COOPERATIVE_MATRIX_POINTER_ALIGNMENT_KHR),
      1u);
  EXPECT_EQ(
      query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_COOPERATIVE_MATRIX_STRIDE_MULTIPLE_KHR),
      1u);
}

TEST_F(cl_khr_cooperative_matrixTest, ListsSoundVariantsOnceForEverySubGroupSize) {
  for (cl_uint size : {8u, 16u, 32u}) {
    const std::vector<Variant> list = variantsFor(size);
    // Enough to choose from, few enough to look through.
    EXPECT_GE(list.size(), 20u) << size;
    EXPECT_LE(list.size(), 100u) << size;
    std::set<decltype(fields(list[0]))> seen;
    for (const Variant &variant : list) {
      EXPECT_TRUE(seen.insert(fields(variant)).second);
      for (cl_uint extent : {variant.m_size, variant.n_size, variant.k_size}) {
        EXPECT_GE(extent, 1u);
        EXPECT_LE(extent, 64u);
      }
      for (cl_uint type : {variant.a_type, variant.b_type, variant.c_type, variant.result_type})
        EXPECT_LE(type, uint64);
      const bool isFloat = variant.result_type <= fp64;
      for (cl_uint type : {variant.a_type, variant.b_type, variant.c_type})
        EXPECT_EQ(type <= fp64, isFloat);
      if (variant.saturating_accumulation)
        EXPECT_FALSE(isFloat);
    }
  }
}

TEST_F(cl_khr_cooperative_matrixTest, ListsTheShapesOfMatrixUnits) {
  const std::vector<Variant> at16 = variantsFor(16), at8 = variantsFor(8);
  EXPECT_TRUE(has(at16, {8, 16, 32, sint8, uint8, sint32, sint32, CL_FALSE}));
  EXPECT_TRUE(has(at16, {8, 16, 32, uint8, uint8, sint32, sint32, CL_TRUE}));
  EXPECT_TRUE(has(at16, {16, 16, 64, uint8, sint8, sint32, sint32, CL_FALSE}));
  EXPECT_TRUE(has(at16, {8, 16, 16, fp16, fp16, fp32, fp32, CL_FALSE}));
  EXPECT_TRUE(has(at16, {32, 64, 16, fp16, fp16, fp16, fp16, CL_FALSE}));
  EXPECT_TRUE(has(at16, {16, 16, 16, fp32, fp32, fp32, fp32, CL_FALSE}));
  EXPECT_TRUE(has(at8, {8, 8, 32, sint8, sint8, sint32, sint32, CL_FALSE}));
  EXPECT_FALSE(has(at8, {8, 16, 32, sint8, sint8, sint32, sint32, CL_FALSE}));
}

/// CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_…, or none for formats that only operands tell.
std::optional<cl_uint> componentType(matrix::matrix_type type) {
  switch (type) {
  case matrix::matrix_type::fp16:
    return fp16;
  case matrix::matrix_type::fp32:
    return fp32;
  case matrix::matrix_type::sint8:
    return sint8;
  case matrix::matrix_type::uint8:
    return uint8;
  case matrix::matrix_type::sint32:
    return sint32;
  default:
    return std::nullopt;
  }
}

/// The compile-time header and the device say the same, as far as both can.
TEST_F(cl_khr_cooperative_matrixTest, ListsTheLargestShapesOfEachArchitecture) {
  using matrix::architecture;
  auto expectListed = [&](const auto &combinations, cl_uint subGroupSize) {
    unsigned compared = 0;
    for (const matrix::combination &entry : combinations) {
      const auto a = componentType(entry.atype), b = componentType(entry.btype),
                 c = componentType(entry.ctype);
      if (!a || !b || !c || entry.ctype != entry.dtype)
        continue;
      ++compared;
      EXPECT_TRUE(has(variantsFor(subGroupSize), {cl_uint(entry.m()), cl_uint(entry.n()),
                                                  cl_uint(entry.k()), *a, *b, *c, *c, CL_FALSE}))
          << entry.m() << " x " << entry.n() << " x " << entry.k() << ", type " << *a;
    }
    EXPECT_GE(compared, 4u);
  };
  expectListed(matrix::matrix_params<architecture::intel_cpu_spr>::combinations, 16);
  expectListed(matrix::matrix_params<architecture::intel_cpu_gnr>::combinations, 16);
  expectListed(matrix::matrix_params<architecture::intel_gpu_pvc>::combinations, 16);
  expectListed(matrix::matrix_params<architecture::intel_gpu_pvc>::combinations, 32);
  expectListed(matrix::matrix_params<architecture::intel_gpu_dg2_g10>::combinations, 8);
}

TEST_F(cl_khr_cooperative_matrixTest, TakesSize16AsTheDefault) {
  const std::vector<Variant> list = defaultVariants(), same = variantsFor(16);
  ASSERT_EQ(list.size(), same.size());
  for (std::size_t i = 0; i < list.size(); ++i)
    EXPECT_EQ(fields(list[i]), fields(same[i])) << i;
}

TEST_F(cl_khr_cooperative_matrixTest, ListsNothingForSizesThatNoKernelHas) {
  for (cl_uint size : {0u, 1u, 7u, 24u, 48u, 64u, 0xffffffffu})
    EXPECT_TRUE(variantsFor(size).empty()) << size;
}

TEST_F(cl_khr_cooperative_matrixTest, IgnoresAnInputThatTheQueryHasNot) {
  const cl_ulong input = 8;
  EXPECT_EQ(
      variants(CL_DEVICE_COOPERATIVE_MATRIX_DEFAULT_SUB_GROUP_VARIANTS_KHR, sizeof(input), &input)
          .size(),
      defaultVariants().size());
}

TEST_F(cl_khr_cooperative_matrixTest, ReturnsInvalidDeviceForAnotherObject) {
  std::size_t size = 0;
  EXPECT_EQ(info(reinterpret_cast<cl_device_id>(platform),
                 CL_DEVICE_COOPERATIVE_MATRIX_DEFAULT_SUB_GROUP_VARIANTS_KHR, 0, nullptr, 0,
                 nullptr, &size),
            CL_INVALID_DEVICE);
  EXPECT_EQ(info(nullptr, CL_DEVICE_COOPERATIVE_MATRIX_DEFAULT_SUB_GROUP_VARIANTS_KHR, 0, nullptr,
                 0, nullptr, &size),
            CL_INVALID_DEVICE);
}

TEST_F(cl_khr_cooperative_matrixTest, ReturnsInvalidValueForUnknownNames) {
  std::size_t size = 0;
  for (cl_uint name : {0u, 0x1077u, 0x107Au, 0x107Bu})
    EXPECT_EQ(info(device, name, 0, nullptr, 0, nullptr, &size), CL_INVALID_VALUE) << name;
  // Nor are the lists queries of clGetDeviceInfo.
  for (cl_uint name : {0x1078u, 0x1079u})
    EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_INVALID_VALUE) << name;
}

TEST_F(cl_khr_cooperative_matrixTest, ReturnsInvalidValueWithoutASubGroupSize) {
  const cl_uint name = CL_DEVICE_COOPERATIVE_MATRIX_SUB_GROUP_VARIANTS_KHR;
  const cl_ulong sizes = 16;
  std::size_t size = 0;
  EXPECT_EQ(info(device, name, 0, nullptr, 0, nullptr, &size), CL_INVALID_VALUE);
  EXPECT_EQ(info(device, name, sizeof(cl_uint), nullptr, 0, nullptr, &size), CL_INVALID_VALUE);
  for (std::size_t inputSize : {0, 2, 8})
    EXPECT_EQ(info(device, name, inputSize, &sizes, 0, nullptr, &size), CL_INVALID_VALUE)
        << inputSize;
}

TEST_F(cl_khr_cooperative_matrixTest, ReturnsInvalidValueWhereTheListDoesNotFit) {
  std::vector<Variant> room = defaultVariants();
  const std::size_t size = room.size() * sizeof(Variant);
  const cl_uint name = CL_DEVICE_COOPERATIVE_MATRIX_DEFAULT_SUB_GROUP_VARIANTS_KHR;
  EXPECT_EQ(info(device, name, 0, nullptr, size - 1, room.data(), nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(info(device, name, 0, nullptr, size, room.data(), nullptr), CL_SUCCESS);
}

} // namespace heddle::test
