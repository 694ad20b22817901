#include "runtime/program_binary.hpp"

#include "runtime/abi/byte_stream.hpp"
#include "runtime/abi/compiler_interface.hpp"

namespace heddle {

namespace {

constexpr std::string_view magic = "HDLPROGB";
constexpr std::uint32_t containerVersion = 3;
constexpr std::size_t hashSize = 16;
constexpr std::size_t headerSize = magic.size() + sizeof(containerVersion) + hashSize;

} // namespace

std::string encode(const ProgramBinary &binary) {
  abi::ByteWriter payload;
  payload.integer(binary.kind);
  payload.integer(binary.abiVersion);
  payload.string(binary.linkOptions);
  abi::write(payload, binary.modules);
  payload.string(binary.elf);
  const std::string rest = payload.take();
  abi::ByteWriter version;
  version.integer(containerVersion);
  return std::string(magic) + version.take() + abi::contentHash(rest) + rest;
}

std::optional<ProgramBinary> decodeProgramBinary(std::string_view bytes) {
  if (bytes.size() < headerSize || !bytes.starts_with(magic) ||
      abi::ByteReader(bytes.substr(magic.size())).integer<std::uint32_t>() != containerVersion)
    return std::nullopt;
  const std::string_view rest = bytes.substr(headerSize);
  // The dynamic loader trusts what it maps, so damage has to be found here.
  if (abi::contentHash(rest) != bytes.substr(headerSize - hashSize, hashSize))
    return std::nullopt;
  abi::ByteReader in(rest);
  ProgramBinary binary;
  binary.kind = in.integer<ProgramBinary::Kind>();
  binary.abiVersion = in.integer<std::uint32_t>();
  binary.linkOptions = in.string();
  binary.modules = abi::readModules(in);
  binary.elf = in.string();
  if (!in.finished() || binary.kind > ProgramBinary::Kind::library)
    return std::nullopt;
  return binary;
}

} // namespace heddle
