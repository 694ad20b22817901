#include "runtime/abi/kernel_metadata.hpp"

#include "runtime/abi/abi_version.hpp"
#include "runtime/abi/byte_stream.hpp"

namespace heddle::abi {

namespace {

// One function names every field, in order, for both directions: "Stream" writes or reads.
struct Writer {
  ByteWriter &out;
  template <typename T> void field(const T &value) { out.integer(value); }
  void field(const bool &value) { out.integer<std::uint8_t>(value); }
  void field(const std::string &value) { out.string(value); }
  template <typename T> std::size_t count(const std::vector<T> &list) {
    out.integer<std::uint32_t>(static_cast<std::uint32_t>(list.size()));
    return list.size();
  }
};

struct Reader {
  ByteReader &in;
  template <typename T> void field(T &value) { value = in.integer<T>(); }
  void field(bool &value) { value = in.integer<std::uint8_t>() != 0; }
  void field(std::string &value) { value = in.string(); }
  template <typename T> std::size_t count(std::vector<T> &list) {
    list.resize(in.count());
    return list.size();
  }
};

template <typename Stream, typename Argument> void argumentFields(Stream &&s, Argument &argument) {
  s.field(argument.kind);
  s.field(argument.size);
  s.field(argument.alignment);
  s.field(argument.offset);
  s.field(argument.addressQualifier);
  s.field(argument.accessQualifier);
  s.field(argument.imageType);
  s.field(argument.imageDepth);
  s.field(argument.localCopies);
  s.field(argument.typeQualifier);
  s.field(argument.addedBytes);
  s.field(argument.hasInfo);
  s.field(argument.typeName);
  s.field(argument.name);
}

template <typename Stream, typename Kernel> void kernelFields(Stream &&s, Kernel &kernel) {
  s.field(kernel.name);
  s.field(kernel.entrySymbol);
  s.field(kernel.attributes);
  s.field(kernel.subGroupSize);
  s.field(kernel.requiredSubGroupSize);
  s.field(kernel.requiredNumSubGroups);
  for (auto &size : kernel.requiredWorkGroupSize)
    s.field(size);
  for (auto &size : kernel.workGroupSizeHint)
    s.field(size);
  s.field(kernel.localMemSize);
  s.field(kernel.keptLocalMemSize);
  s.field(kernel.privateMemSize);
  s.field(kernel.frameSize);
  s.field(kernel.frameAlignment);
  s.field(kernel.argumentBlockSize);
  s.field(kernel.vectorized);
  s.field(kernel.seesSubGroups);
  s.field(kernel.sameAtAnySize);
  s.field(kernel.sameInAnyLanes);
  s.field(kernel.otherSizes);
  s.field(kernel.straightCode);
  s.field(kernel.groupsShareReads);
  s.field(kernel.goesAlongRows);
  s.field(kernel.crossesRows);
  s.field(kernel.joinedRows);
  s.field(kernel.hasGlobalAtomics);
  s.field(kernel.asksRanges);
  s.field(kernel.uniformWorkGroups);
  s.field(kernel.wholeSubGroupsOnly);
  s.field(kernel.alignedGroupsOnly);
  s.field(kernel.wantsLocalSize);
  s.field(kernel.isDeferred);
  s.field(kernel.groupBoundaries);
  s.field(kernel.streamedBytes);
  s.field(kernel.firstDimension);
  for (auto &size : kernel.joinedGroups.localSize)
    s.field(size);
  for (auto &groups : kernel.joinedGroups.groups)
    s.field(groups);
  s.field(kernel.joinedGroups.uniform);
  s.field(kernel.joinedGroups.rowsApart);
  for (std::size_t i = 0, n = s.count(kernel.arguments); i < n; ++i)
    argumentFields(s, kernel.arguments[i]);
}

template <typename Stream, typename Binary> void binaryFields(Stream &&s, Binary &binary) {
  s.field(binary.targetCpu);
  s.field(binary.requiredFeatures);
  s.field(binary.globalVariableSize);
  s.field(binary.checks.wanted);
  s.field(binary.checks.all);
  s.field(binary.checks.device);
  for (std::size_t i = 0, n = s.count(binary.kernels); i < n; ++i)
    kernelFields(s, binary.kernels[i]);
}

} // namespace

std::string encode(const BinaryMetadata &metadata) {
  ByteWriter out;
  out.integer(abiVersion);
  binaryFields(Writer{out}, metadata);
  return out.take();
}

std::optional<BinaryMetadata> decodeMetadata(std::string_view bytes) {
  ByteReader in(bytes);
  if (in.integer<std::uint32_t>() != abiVersion)
    return std::nullopt;
  BinaryMetadata metadata;
  binaryFields(Reader{in}, metadata);
  if (!in.finished())
    return std::nullopt;
  return metadata;
}

} // namespace heddle::abi
