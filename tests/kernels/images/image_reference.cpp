#include "tests/kernels/images/image_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace heddle::test {

namespace {

struct DataType {
  unsigned bits;
  bool isSigned, isNormalized, isFloat;
};

DataType dataType(cl_channel_type type) {
  switch (type) {
  case CL_UNORM_INT8:
    return {8, false, true, false};
  case CL_UNORM_INT16:
    return {16, false, true, false};
  case CL_SNORM_INT8:
    return {8, true, true, false};
  case CL_SNORM_INT16:
    return {16, true, true, false};
  case CL_SIGNED_INT8:
    return {8, true, false, false};
  case CL_SIGNED_INT16:
    return {16, true, false, false};
  case CL_SIGNED_INT32:
    return {32, true, false, false};
  case CL_UNSIGNED_INT8:
    return {8, false, false, false};
  case CL_UNSIGNED_INT16:
    return {16, false, false, false};
  case CL_UNSIGNED_INT32:
    return {32, false, false, false};
  case CL_HALF_FLOAT:
    return {16, true, false, true};
  default:
    return {32, true, false, true};
  }
}

/// Bits of the fields of a packed word, from the highest used one down; empty for other formats.
std::vector<unsigned> fields(cl_channel_type type) {
  switch (type) {
  case CL_UNORM_SHORT_565:
    return {5, 6, 5};
  case CL_UNORM_SHORT_555:
    return {5, 5, 5};
  case CL_UNORM_INT_101010:
    return {10, 10, 10};
  case CL_UNORM_INT_101010_2:
    return {10, 10, 10, 2};
  default:
    return {};
  }
}

/// The letters of what is stored, in their order.
std::string letters(cl_channel_order order) {
  switch (order) {
  case CL_R:
  case CL_Rx:
    return "R";
  case CL_DEPTH:
    return "R";
  case CL_A:
    return "A";
  case CL_INTENSITY:
    return "I";
  case CL_LUMINANCE:
    return "L";
  case CL_RG:
  case CL_RGx:
    return "RG";
  case CL_RA:
    return "RA";
  case CL_RGB:
  case CL_RGBx:
    return "RGB";
  case CL_BGRA:
  case CL_sBGRA:
    return "BGRA";
  case CL_ARGB:
    return "ARGB";
  case CL_ABGR:
    return "ABGR";
  case CL_sRGB:
    return "RGB";
  default:
    return "RGBA";
  }
}

bool isSrgb(cl_channel_order order) {
  return order == CL_sRGB || order == CL_sRGBA || order == CL_sBGRA;
}

double linearOf(double srgb) {
  return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

double srgbOf(double linear) {
  if (!(linear > 0))
    return 0;
  return linear < 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

double halfValue(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double mantissa = bits & 1023;
  const double magnitude =
      exponent ? std::ldexp(1024 + mantissa, exponent - 25) : std::ldexp(mantissa, -24);
  return bits & 0x8000 ? -magnitude : magnitude;
}

std::uint16_t halfBits(double value) {
  const double magnitude = std::fabs(roundedToHalf(value));
  const unsigned sign = std::signbit(value) ? 0x8000 : 0;
  // Magnitudes are in the order of their bits.
  unsigned bits = 0;
  for (unsigned bit = 0x4000; bit; bit >>= 1)
    if ((bits | bit) <= 0x7c00 && halfValue(static_cast<std::uint16_t>(bits | bit)) <= magnitude)
      bits |= bit;
  return static_cast<std::uint16_t>(bits | sign);
}

/// To nearest even within the limits, as convert_…_sat_rte does it; NaN is 0.
double saturated(double value, double lowest, double highest) {
  if (std::isnan(value))
    return 0;
  return std::nearbyint(std::clamp(value, lowest, highest));
}

} // namespace

double roundedToHalf(double value) {
  if (value == 0 || std::isnan(value) || std::isinf(value))
    return value;
  const int exponent = std::max(std::ilogb(value), -14);
  return std::ldexp(std::nearbyint(std::ldexp(value, 10 - exponent)), exponent - 10);
}

PixelKind pixelKind(const cl_image_format &format) {
  const DataType type = dataType(format.image_channel_data_type);
  if (!fields(format.image_channel_data_type).empty() || type.isFloat || type.isNormalized)
    return PixelKind::floating;
  return type.isSigned ? PixelKind::signedInteger : PixelKind::unsignedInteger;
}

std::size_t pixelSize(const cl_image_format &format) {
  const std::vector<unsigned> packed = fields(format.image_channel_data_type);
  if (!packed.empty())
    return packed[0] == 5 ? 2 : 4;
  return dataType(format.image_channel_data_type).bits / 8 *
         letters(format.image_channel_order).size();
}

Components decodePixel(const cl_image_format &format, const std::uint8_t *pixel) {
  const std::string stored = letters(format.image_channel_order);
  const DataType type = dataType(format.image_channel_data_type);
  const std::vector<unsigned> packed = fields(format.image_channel_data_type);
  std::uint32_t word = 0;
  if (!packed.empty())
    std::memcpy(&word, pixel, pixelSize(format));
  unsigned below = packed.empty()       ? 0
                   : packed[0] == 5     ? packed[1] + 10
                   : packed.size() == 3 ? 30
                                        : 32;

  Components result{0, 0, 0, 1};
  for (std::size_t i = 0; i < stored.size(); ++i) {
    double value;
    if (!packed.empty()) {
      below -= packed[i];
      const std::uint32_t mask = (1u << packed[i]) - 1;
      value = (word >> below & mask) / double(mask);
    } else {
      std::uint32_t bits = 0;
      std::memcpy(&bits, pixel + i * type.bits / 8, type.bits / 8);
      const auto number = type.isSigned
                              ? double(std::int32_t(bits << (32 - type.bits)) >> (32 - type.bits))
                              : double(bits);
      if (type.isFloat && type.bits == 16) {
        value = halfValue(static_cast<std::uint16_t>(bits));
      } else if (type.isFloat) {
        float single;
        std::memcpy(&single, &bits, 4);
        value = single;
      } else if (type.isNormalized) {
        const double most = std::exp2(type.bits - (type.isSigned ? 1 : 0)) - 1;
        value = std::max(number / most, -1.0);
      } else {
        value = number;
      }
    }
    if (isSrgb(format.image_channel_order) && stored[i] != 'A')
      value = linearOf(value);
    switch (stored[i]) {
    case 'I':
      result = {value, value, value, value};
      break;
    case 'L':
      result = {value, value, value, 1};
      break;
    default:
      result[std::string("RGBA").find(stored[i])] = value;
    }
  }
  return result;
}

Bytes encodePixel(const cl_image_format &format, const Components &components) {
  const std::string stored = letters(format.image_channel_order);
  const DataType type = dataType(format.image_channel_data_type);
  const std::vector<unsigned> packed = fields(format.image_channel_data_type);
  Bytes result(pixelSize(format));
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const std::size_t which = std::string("RGBA").find(stored[i]);
    double value = components[which == std::string::npos ? 0 : which];
    if (isSrgb(format.image_channel_order) && which != 3)
      value = srgbOf(value);
    if (!packed.empty()) {
      const double most = std::exp2(packed[i]) - 1;
      // The product is one of floats.
      const float product = static_cast<float>(value) * static_cast<float>(most);
      word = word << packed[i] | static_cast<std::uint32_t>(saturated(product, 0, most));
      continue;
    }
    const double highest = std::exp2(type.bits - (type.isSigned ? 1 : 0)) - 1;
    const double lowest = type.isSigned ? -highest - 1 : 0;
    std::uint32_t bits;
    if (type.isFloat && type.bits == 16) {
      bits = halfBits(value);
    } else if (type.isFloat) {
      const auto single = static_cast<float>(value);
      std::memcpy(&bits, &single, 4);
    } else {
      const double scaled =
          type.isNormalized ? static_cast<float>(value) * static_cast<float>(highest) : value;
      bits =
          static_cast<std::uint32_t>(static_cast<std::int64_t>(saturated(scaled, lowest, highest)));
    }
    std::memcpy(result.data() + i * type.bits / 8, &bits, type.bits / 8);
  }
  if (!packed.empty())
    std::memcpy(result.data(), &word, result.size());
  return result;
}

Components borderColor(const cl_image_format &format) {
  switch (format.image_channel_order) {
  case CL_R:
  case CL_RG:
  case CL_RGB:
  case CL_sRGB:
  case CL_LUMINANCE:
    return {0, 0, 0, 1};
  default:
    return {0, 0, 0, 0};
  }
}

std::string SamplerModes::text() const {
  std::string mode;
  switch (addressing) {
  case CL_ADDRESS_NONE:
    mode = "CLK_ADDRESS_NONE";
    break;
  case CL_ADDRESS_CLAMP:
    mode = "CLK_ADDRESS_CLAMP";
    break;
  case CL_ADDRESS_REPEAT:
    mode = "CLK_ADDRESS_REPEAT";
    break;
  case CL_ADDRESS_MIRRORED_REPEAT:
    mode = "CLK_ADDRESS_MIRRORED_REPEAT";
    break;
  default:
    mode = "CLK_ADDRESS_CLAMP_TO_EDGE";
  }
  return mode + (isLinear ? " | CLK_FILTER_LINEAR" : " | CLK_FILTER_NEAREST") +
         (isNormalized ? " | CLK_NORMALIZED_COORDS_TRUE" : " | CLK_NORMALIZED_COORDS_FALSE");
}

unsigned ReferenceImage::dimensions() const {
  switch (type) {
  case CL_MEM_OBJECT_IMAGE2D:
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    return 2;
  case CL_MEM_OBJECT_IMAGE3D:
    return 3;
  default:
    return 1;
  }
}

bool ReferenceImage::isArray() const {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

const std::uint8_t *ReferenceImage::pixel(std::array<int, 3> place) const {
  const std::size_t index = (std::size_t(place[2]) * size[1] + place[1]) * size[0] + place[0];
  return bytes.data() + index * pixelSize(format);
}

std::uint8_t *ReferenceImage::pixel(std::array<int, 3> place) {
  return const_cast<std::uint8_t *>(std::as_const(*this).pixel(place));
}

bool ReferenceImage::contains(std::array<int, 3> place) const {
  for (unsigned i = 0; i < 3; ++i)
    if (place[i] < 0 || place[i] >= size[i])
      return false;
  return true;
}

// Sections 8.2.1 to 8.2.3 of the specification of the API.
Components ReferenceImage::sample(const SamplerModes &sampler, const Coordinates &at) const {
  struct Choice {
    int index[2];
    double weight[2];
  };
  Choice choices[3] = {{{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}};
  for (unsigned axis = 0; axis < coordinates(); ++axis) {
    Choice &choice = choices[axis];
    const int w = size[axis];
    if (axis >= dimensions()) {
      choice.index[0] = std::clamp(int(std::nearbyint(at[axis])), 0, w - 1);
      continue;
    }
    double u = at[axis];
    if (sampler.isNormalized) {
      if (sampler.addressing == CL_ADDRESS_REPEAT)
        u = u - std::floor(u);
      if (sampler.addressing == CL_ADDRESS_MIRRORED_REPEAT)
        u = std::fabs(u - 2 * std::nearbyint(0.5 * u));
      u *= w;
    }
    const double lower = sampler.isLinear ? std::floor(u - 0.5) : std::floor(u);
    const double fraction = sampler.isLinear ? u - 0.5 - lower : 0;
    for (int upper = 0; upper < 2; ++upper) {
      double index = lower + upper;
      if (sampler.addressing == CL_ADDRESS_REPEAT)
        index = index < 0 ? index + w : index > w - 1 ? index - w : index;
      else if (sampler.addressing == CL_ADDRESS_CLAMP)
        index = std::clamp(index, -1.0, double(w));
      else
        index = std::clamp(index, 0.0, double(w - 1));
      choice.index[upper] = int(index);
      choice.weight[upper] = upper ? fraction : 1 - fraction;
    }
  }
  Components result{};
  for (unsigned corner = 0; corner < 8; ++corner) {
    std::array<int, 3> place;
    double weight = 1;
    for (unsigned axis = 0; axis < 3; ++axis) {
      place[axis] = choices[axis].index[corner >> axis & 1];
      weight *= choices[axis].weight[corner >> axis & 1];
    }
    if (weight == 0)
      continue;
    const Components color =
        contains(place) ? decodePixel(format, pixel(place)) : borderColor(format);
    for (unsigned i = 0; i < 4; ++i)
      result[i] += weight * color[i];
  }
  return result;
}

} // namespace heddle::test
