// storeColor(): a colour becomes a pixel. The arithmetic is that of write_imagef, so that a fill
// and a kernel that writes the same colour leave the same bytes.
#include "runtime/image_format.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace heddle {

namespace {

/// The value times `scale`, rounded to the nearest even integer of those between; NaN is 0.
std::int32_t normalized(float value, float scale, float lowest) {
  const float scaled = value * scale;
  if (std::isnan(scaled))
    return 0;
  return static_cast<std::int32_t>(std::nearbyint(std::clamp(scaled, lowest, scale)));
}

std::uint32_t unorm(float value, unsigned bits) {
  return static_cast<std::uint32_t>(normalized(value, static_cast<float>((1u << bits) - 1), 0.0f));
}

std::int32_t snorm(float value, unsigned bits) {
  const auto most = static_cast<float>((1u << (bits - 1)) - 1);
  // -1.0 is -127 or -32767; the number below is reached by smaller values alone.
  return normalized(value, most, -most - 1);
}

std::uint32_t srgb(float value) {
  if (!(value > 0.0f)) // NaN, too
    return 0;
  if (value >= 1.0f)
    return 255;
  const double linear = value;
  const double curved =
      linear < 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
  return static_cast<std::uint32_t>(std::nearbyint(255.0 * curved));
}

template <typename T> T saturated(std::int64_t value) {
  return static_cast<T>(std::clamp<std::int64_t>(value, std::numeric_limits<T>::min(),
                                                 std::numeric_limits<T>::max()));
}

/// Words of packed formats: each component behind the one before, from the highest bits down.
template <typename Word> class PackedWord {
public:
  void add(float value, unsigned bits) { word = (word << bits) | unorm(value, bits); }
  void store(std::byte *pixel) const {
    const auto narrow = static_cast<Word>(word);
    std::memcpy(pixel, &narrow, sizeof(narrow));
  }

private:
  std::uint32_t word = 0;
};

/// The four values of the colour, in the type that the application gave.
template <typename T> std::array<T, 4> readColor(const ImageFormat &format, const void *color) {
  std::array<T, 4> values{};
  const bool depth = format.name.image_channel_order == CL_DEPTH;
  std::memcpy(values.data(), color, depth ? sizeof(T) : sizeof(values));
  return values;
}

/// Writes each stored component as convert(value of the colour).
template <typename From, typename Convert>
void storeComponents(const ImageFormat &format, const void *color, std::byte *pixel,
                     Convert &&convert) {
  const std::array<From, 4> values = readColor<From>(format, color);
  for (unsigned i = 0; i < format.components; ++i) {
    const auto component = convert(values[format.store[i]]);
    std::memcpy(pixel + i * sizeof(component), &component, sizeof(component));
  }
}

void storePacked(const ImageFormat &format, const void *color, std::byte *pixel) {
  const std::array<float, 4> values = readColor<float>(format, color);
  const bool five = format.storage == heddlePixelUnorm565 || format.storage == heddlePixelUnorm555;
  if (five) {
    PackedWord<std::uint16_t> word;
    word.add(values[0], 5);
    word.add(values[1], format.storage == heddlePixelUnorm565 ? 6 : 5);
    word.add(values[2], 5);
    return word.store(pixel);
  }
  PackedWord<std::uint32_t> word;
  for (unsigned i = 0; i < 3; ++i)
    word.add(values[i], 10);
  if (format.storage == heddlePixelUnorm1010102)
    word.add(values[3], 2);
  word.store(pixel);
}

} // namespace

void storeColor(const ImageFormat &format, const void *color, std::byte *pixel) {
  switch (format.storage) {
  case heddlePixelUnorm8:
    return storeComponents<float>(format, color, pixel,
                                  [](float v) { return static_cast<std::uint8_t>(unorm(v, 8)); });
  case heddlePixelUnorm16:
    return storeComponents<float>(format, color, pixel,
                                  [](float v) { return static_cast<std::uint16_t>(unorm(v, 16)); });
  case heddlePixelSnorm8:
    return storeComponents<float>(format, color, pixel,
                                  [](float v) { return static_cast<std::int8_t>(snorm(v, 8)); });
  case heddlePixelSnorm16:
    return storeComponents<float>(format, color, pixel,
                                  [](float v) { return static_cast<std::int16_t>(snorm(v, 16)); });
  case heddlePixelSigned8:
    return storeComponents<std::int32_t>(format, color, pixel, saturated<std::int8_t>);
  case heddlePixelSigned16:
    return storeComponents<std::int32_t>(format, color, pixel, saturated<std::int16_t>);
  case heddlePixelSigned32:
    return storeComponents<std::int32_t>(format, color, pixel, saturated<std::int32_t>);
  case heddlePixelUnsigned8:
    return storeComponents<std::uint32_t>(format, color, pixel, saturated<std::uint8_t>);
  case heddlePixelUnsigned16:
    return storeComponents<std::uint32_t>(format, color, pixel, saturated<std::uint16_t>);
  case heddlePixelUnsigned32:
    return storeComponents<std::uint32_t>(format, color, pixel, saturated<std::uint32_t>);
  case heddlePixelHalf:
    return storeComponents<float>(format, color, pixel,
                                  [](float v) { return static_cast<_Float16>(v); });
  case heddlePixelFloat:
    return storeComponents<float>(format, color, pixel, [](float v) { return v; });
  case heddlePixelSrgb8: {
    // Alpha is not on the curve.
    const std::array<float, 4> values = readColor<float>(format, color);
    for (unsigned i = 0; i < format.components; ++i) {
      const unsigned from = format.store[i];
      pixel[i] = static_cast<std::byte>(from == 3 ? unorm(values[3], 8) : srgb(values[from]));
    }
    return;
  }
  case heddlePixelUnorm565:
  case heddlePixelUnorm555:
  case heddlePixelUnorm101010:
  case heddlePixelUnorm1010102:
    return storePacked(format, color, pixel);
  case heddlePixelStorageCount:
    break;
  }
}

} // namespace heddle
