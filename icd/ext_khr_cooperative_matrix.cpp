#include "icd/ext_khr_cooperative_matrix.hpp"

#include "icd/entry.hpp"
#include "icd/extension_list.hpp"
#include "runtime/abi/cooperative_matrix.hpp"
#include "runtime/device.hpp"

namespace heddle {

namespace {

/// Of the components of A and B: which types go with which shapes.
enum class Kind { bytes, shorts, halves, words, quads };
enum class Saturating { no, both };

struct Shape {
  Kind kind;
  cl_uint m, n, k;
  cl_uint subGroupSizes; ///< added up: they are powers of two
};

struct Types {
  Kind kind;
  cl_device_cooperative_matrix_component_type_khr a, b, c, result;
  Saturating saturating;
};

constexpr Shape shapes[] = {
#define HEDDLE_COOPERATIVE_MATRIX_SHAPE(kind, m, n, k, sizes) {Kind::kind, m, n, k, sizes},
#include "runtime/abi/cooperative_matrix_variants.def"
};

constexpr Types types[] = {
#define HEDDLE_COMPONENT(type) CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_##type##_KHR
#define HEDDLE_COOPERATIVE_MATRIX_TYPES(kind, a, b, c, result, saturating)                         \
  {Kind::kind,          HEDDLE_COMPONENT(a),      HEDDLE_COMPONENT(b),                             \
   HEDDLE_COMPONENT(c), HEDDLE_COMPONENT(result), Saturating::saturating},
#include "runtime/abi/cooperative_matrix_variants.def"
#undef HEDDLE_COMPONENT
};

/// Empty for a size that no kernel can have.
std::vector<cl_device_cooperative_matrix_variant_khr> variants(cl_uint subGroupSize) {
  std::vector<cl_device_cooperative_matrix_variant_khr> result;
  for (std::size_t size : executableSubGroupSizes) {
    if (size != subGroupSize)
      continue;
    for (const Shape &shape : shapes)
      for (const Types &row : types) {
        if (row.kind != shape.kind || (shape.subGroupSizes & subGroupSize) == 0)
          continue;
        cl_device_cooperative_matrix_variant_khr variant{shape.m, shape.n, shape.k,    row.a,
                                                         row.b,   row.c,   row.result, CL_FALSE};
        result.push_back(variant);
        if (row.saturating == Saturating::both) {
          variant.saturating_accumulation = CL_TRUE;
          result.push_back(variant);
        }
      }
  }
  return result;
}

} // namespace

cl_int cooperativeMatrixQuery(cl_device_info name, InfoValue out) {
  static_assert(extensionReported("cl_khr_cooperative_matrix"));
  switch (name) {
  case CL_DEVICE_COOPERATIVE_MATRIX_POINTER_ALIGNMENT_KHR:
  case CL_DEVICE_COOPERATIVE_MATRIX_STRIDE_MULTIPLE_KHR:
    // Nothing beyond what the component itself needs: vectors and tiles are loaded from anywhere.
    return out.write<cl_uint>(1);
  default:
    return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL getDeviceCooperativeMatrixInfo(cl_device_id device,
                                                  cl_device_cooperative_matrix_info_khr paramName,
                                                  size_t inputValueSize, const void *inputValue,
                                                  size_t paramValueSize, void *paramValue,
                                                  size_t *paramValueSizeRet) {
  return answerQuery(paramValueSize, paramValue, paramValueSizeRet, [&](InfoValue out) -> cl_int {
    if (!fromHandle<Device>(device))
      return CL_INVALID_DEVICE;
    switch (paramName) {
    case CL_DEVICE_COOPERATIVE_MATRIX_DEFAULT_SUB_GROUP_VARIANTS_KHR:
      return out.array(variants(abi::cooperativeMatrixSubGroupSize));
    case CL_DEVICE_COOPERATIVE_MATRIX_SUB_GROUP_VARIANTS_KHR: {
      // CL_INVALID_VALUE: the sub-group size is missing, or is no cl_uint.
      cl_uint subGroupSize = 0;
      if (!inputValue || inputValueSize != sizeof(subGroupSize))
        return CL_INVALID_VALUE;
      std::memcpy(&subGroupSize, inputValue, sizeof(subGroupSize));
      return out.array(variants(subGroupSize));
    }
    default:
      return CL_INVALID_VALUE;
    }
  });
}

} // namespace heddle
