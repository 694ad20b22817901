#include "tests/kernels/harness/reference.hpp"

#include <algorithm>
#include <cmath>

namespace heddle::test {

namespace {

/// Floats as integers whose order is the order of the floats; both zeros are 0.
template <typename Float, typename Bits> std::int64_t ordered(Float value) {
  Bits bits;
  std::memcpy(&bits, &value, sizeof bits);
  constexpr Bits sign = Bits(1) << (8 * sizeof(Bits) - 1);
  return bits & sign ? -std::int64_t(bits & ~sign) : std::int64_t(bits);
}

template <typename Float, typename Bits>
bool closeEnough(const unsigned char *expectedBytes, const unsigned char *gotBytes, double ulp) {
  Float expected, got;
  std::memcpy(&expected, expectedBytes, sizeof expected);
  std::memcpy(&got, gotBytes, sizeof got);
  if (std::isnan(double(expected)) || std::isnan(double(got)))
    return std::isnan(double(expected)) && std::isnan(double(got));
  if (ulp == 0)
    return std::memcmp(expectedBytes, gotBytes, sizeof expected) == 0;
  // The difference of two integers of 64 bits may overflow.
  __extension__ typedef __int128 Wide;
  Wide distance = Wide(ordered<Float, Bits>(expected)) - ordered<Float, Bits>(got);
  return distance <= Wide(ulp) && -distance <= Wide(ulp);
}

bool sameScalar(Scalar scalar, double ulp, const unsigned char *expected,
                const unsigned char *got) {
  if (std::memcmp(expected, got, scalarBytes(scalar)) == 0)
    return true;
  if (scalar == Scalar::float16)
    return closeEnough<Half, std::uint16_t>(expected, got, ulp);
  if (scalar == Scalar::float32)
    return closeEnough<float, std::uint32_t>(expected, got, ulp);
  if (scalar == Scalar::float64)
    return closeEnough<double, std::uint64_t>(expected, got, ulp);
  return false;
}

} // namespace

Case::Case(const KernelCase &kernel, const Launch &launch, unsigned subGroupSize)
    : kernel(kernel), launch(launch), subGroupSize(subGroupSize) {
  buffers.resize(kernel.arguments.size());
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    const Argument &argument = kernel.arguments[i];
    if (argument.kind == Argument::Kind::buffer)
      buffers[i] = guardedContents(kernel, i, launch);
    else if (argument.kind == Argument::Kind::local)
      buffers[i].resize(argument.elements(launch) * argument.type.bytes());
  }
}

void Case::forEachItem(const std::function<void(const Item &)> &function) const {
  Item item;
  auto sizeOf = [&](unsigned d) {
    return std::min(launch.localSize[d],
                    launch.globalSize[d] - item.groupId[d] * launch.localSize[d]);
  };
  for (item.groupId[2] = 0; item.groupId[2] < launch.numGroups(2); ++item.groupId[2])
    for (item.groupId[1] = 0; item.groupId[1] < launch.numGroups(1); ++item.groupId[1])
      for (item.groupId[0] = 0; item.groupId[0] < launch.numGroups(0); ++item.groupId[0]) {
        item.localSize = {sizeOf(0), sizeOf(1), sizeOf(2)};
        item.localLinearId = 0;
        for (item.localId[2] = 0; item.localId[2] < item.localSize[2]; ++item.localId[2])
          for (item.localId[1] = 0; item.localId[1] < item.localSize[1]; ++item.localId[1])
            for (item.localId[0] = 0; item.localId[0] < item.localSize[0]; ++item.localId[0]) {
              for (unsigned d = 0; d < 3; ++d)
                item.globalId[d] = launch.globalOffset[d] + item.groupId[d] * launch.localSize[d] +
                                   item.localId[d];
              function(item);
              ++item.localLinearId;
            }
      }
}

std::vector<unsigned char> guardedContents(const KernelCase &kernel, std::size_t argument,
                                           const Launch &launch) {
  std::vector<unsigned char> contents = initialContents(kernel, argument, launch);
  contents.resize(contents.size() + guardBytes, guardByte);
  return contents;
}

std::string differences(const KernelCase &kernel, std::size_t argument,
                        const std::vector<unsigned char> &expected,
                        const std::vector<unsigned char> &got) {
  const ElementType &type = kernel.arguments[argument].type;
  if (expected.size() != got.size())
    return "argument " + std::to_string(argument) + ": " + std::to_string(got.size()) +
           " bytes, expected " + std::to_string(expected.size());
  std::size_t step = scalarBytes(type.scalar);
  std::size_t room = (expected.size() - guardBytes) / step;
  std::string message;
  std::size_t count = 0;
  for (std::size_t i = 0; i < expected.size() / step; ++i) {
    if (sameScalar(type.scalar, kernel.ulp, expected.data() + i * step, got.data() + i * step))
      continue;
    if (++count > 4)
      continue;
    message += "\n  argument " + std::to_string(argument) + " ";
    message += i < room ? "[" + std::to_string(i / type.storedWidth()) + "]"
                        : "behind its end, [" + std::to_string(i / type.storedWidth()) + "]";
    if (type.width > 1)
      message += ".s" + std::to_string(i % type.storedWidth());
    message += ": " + scalarText(type.scalar, got.data() + i * step) + ", expected " +
               scalarText(type.scalar, expected.data() + i * step);
  }
  if (count > 4)
    message += "\n  and " + std::to_string(count - 4) + " more of " + std::to_string(room);
  return message;
}

} // namespace heddle::test
