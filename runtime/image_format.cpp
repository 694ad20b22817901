#include "runtime/image_format.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace heddle {

namespace {

struct ChannelOrder {
  cl_channel_order name;
  std::uint8_t components;
  std::array<std::uint8_t, 4> select;
  std::array<std::uint8_t, 4> store;
  std::uint8_t borderAlpha;
};

struct ChannelDataType {
  cl_channel_type name;
  HeddlePixelStorage storage;
  std::uint8_t bytes;
  bool packed;
};

constexpr std::uint8_t zero = heddleSelectZero;
constexpr std::uint8_t one = heddleSelectOne;

constexpr ChannelOrder channelOrders[] = {
#define HEDDLE_CHANNEL_ORDER(order, components, select, store, borderAlpha)                        \
  {order, components, select, store, borderAlpha},
#include "runtime/image_format.def"
};

constexpr ChannelDataType channelDataTypes[] = {
#define HEDDLE_CHANNEL_DATA_TYPE(dataType, storage, bytes, packed)                                 \
  {dataType, storage, bytes, packed},
#include "runtime/image_format.def"
};

constexpr bool isSrgb(cl_channel_order order) {
  return order == CL_sRGB || order == CL_sRGBx || order == CL_sRGBA || order == CL_sBGRA;
}

constexpr ImageFormat makeFormat(cl_channel_order orderName, cl_channel_type typeName) {
  ImageFormat format;
  format.name = {orderName, typeName};
  for (const ChannelOrder &order : channelOrders)
    if (order.name == orderName) {
      format.components = order.components;
      format.select = order.select;
      format.store = order.store;
      format.borderAlpha = order.borderAlpha;
    }
  for (const ChannelDataType &type : channelDataTypes)
    if (type.name == typeName) {
      format.storage = isSrgb(orderName) ? heddlePixelSrgb8 : type.storage;
      format.pixelSize =
          static_cast<std::uint8_t>(type.packed ? type.bytes : type.bytes * format.components);
    }
  return format;
}

constexpr ImageFormat formats[] = {
#define HEDDLE_IMAGE_FORMAT(order, dataType) makeFormat(order, dataType),
#include "runtime/image_format.def"
};
static_assert(std::all_of(std::begin(formats), std::end(formats),
                          [](const ImageFormat &format) {
                            return format.components != 0 && format.pixelSize != 0 &&
                                   format.pixelSize <= 16;
                          }),
              "every format is made of an order and a data type of the table");

/// The order without the curve of sRGB.
constexpr cl_channel_order linearOrder(cl_channel_order order) {
  switch (order) {
  case CL_sRGB:
    return CL_RGB;
  case CL_sRGBx:
    return CL_RGBx;
  case CL_sRGBA:
    return CL_RGBA;
  case CL_sBGRA:
    return CL_BGRA;
  case CL_DEPTH:
    return CL_R;
  default:
    return order;
  }
}

} // namespace

std::size_t ImageFormat::alignment() const {
  return std::has_single_bit(pixelSize) ? pixelSize : pixelSize / components;
}

bool ImageFormat::supports(cl_mem_object_type type) const {
  return name.image_channel_order != CL_DEPTH || type == CL_MEM_OBJECT_IMAGE2D ||
         type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

std::span<const ImageFormat> imageFormats() { return formats; }

const ImageFormat *findImageFormat(const cl_image_format &name) {
  for (const ImageFormat &format : formats)
    if (format.name.image_channel_order == name.image_channel_order &&
        format.name.image_channel_data_type == name.image_channel_data_type)
      return &format;
  return nullptr;
}

bool isImageFormat(const cl_image_format &name) {
  const cl_channel_type type = name.image_channel_data_type;
  const bool packedColors =
      type == CL_UNORM_SHORT_565 || type == CL_UNORM_SHORT_555 || type == CL_UNORM_INT_101010;
  const bool packedAlpha = type == CL_UNORM_INT_101010_2;
  const bool known = std::any_of(std::begin(channelDataTypes), std::end(channelDataTypes),
                                 [&](const ChannelDataType &row) { return row.name == type; });
  if (!known)
    return false;
  switch (name.image_channel_order) {
  case CL_R:
  case CL_Rx:
  case CL_A:
  case CL_RG:
  case CL_RGx:
  case CL_RA:
    return !packedColors && !packedAlpha;
  case CL_RGBA:
    return !packedColors;
  case CL_RGB:
  case CL_RGBx:
    return packedColors;
  case CL_BGRA:
  case CL_ARGB:
  case CL_ABGR:
    return type == CL_UNORM_INT8 || type == CL_SNORM_INT8 || type == CL_SIGNED_INT8 ||
           type == CL_UNSIGNED_INT8;
  case CL_INTENSITY:
  case CL_LUMINANCE:
    return type == CL_UNORM_INT8 || type == CL_UNORM_INT16 || type == CL_SNORM_INT8 ||
           type == CL_SNORM_INT16 || type == CL_HALF_FLOAT || type == CL_FLOAT;
  case CL_sRGB:
  case CL_sRGBx:
  case CL_sRGBA:
  case CL_sBGRA:
    return type == CL_UNORM_INT8;
  case CL_DEPTH:
    return type == CL_UNORM_INT16 || type == CL_FLOAT;
  default:
    return false;
  }
}

bool isFormatOfView(const cl_image_format &original, const cl_image_format &view) {
  const cl_channel_order from = original.image_channel_order;
  const cl_channel_order to = view.image_channel_order;
  // Depth may be made of a channel, and not the other way round.
  return original.image_channel_data_type == view.image_channel_data_type && from != to &&
         from != CL_DEPTH && linearOrder(from) == linearOrder(to);
}

} // namespace heddle
