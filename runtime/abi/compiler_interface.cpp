#include "runtime/abi/compiler_interface.hpp"

#include "runtime/abi/abi_version.hpp"
#include "runtime/abi/byte_stream.hpp"

#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace heddle::abi {

std::string encode(const CompileRequest &request) {
  ByteWriter out;
  out.integer(abiVersion);
  out.integer(request.kind);
  out.integer(request.inputKind);
  out.string(request.input);
  out.string(request.sourceName);
  out.integer(static_cast<std::uint32_t>(request.headers.size()));
  for (const EmbeddedHeader &header : request.headers) {
    out.string(header.name);
    out.string(header.text);
  }
  write(out, request.specializationConstants);
  write(out, request.modules);
  out.string(request.options);
  out.string(request.target);
  out.integer(request.subGroupSize);
  out.integer(static_cast<std::uint32_t>(request.reportedSubGroupSizes.size()));
  for (std::uint32_t size : request.reportedSubGroupSizes)
    out.integer(size);
  out.string(request.kernel);
  for (std::uint32_t size : request.joinedGroups.localSize)
    out.integer(size);
  for (std::uint32_t groups : request.joinedGroups.groups)
    out.integer(groups);
  out.integer<std::uint8_t>(request.joinedGroups.uniform);
  out.integer<std::uint8_t>(request.joinedGroups.rowsApart);
  for (std::uint32_t size : request.knownLocalSize)
    out.integer(size);
  out.integer<std::uint8_t>(request.anyRange);
  out.integer<std::uint8_t>(request.alignedGroups);
  out.integer<std::uint8_t>(request.wholeSubGroups);
  out.integer<std::uint8_t>(request.mayDefer);
  out.integer<std::uint8_t>(request.keepDimensions);
  out.integer<std::uint8_t>(request.checks.wanted);
  out.integer<std::uint8_t>(request.checks.all);
  out.string(request.checks.device);
  out.integer<std::uint8_t>(request.verbose);
  out.integer(request.processes);
  out.integer(request.memoryLimit);
  out.integer(request.cpuSecondsLimit);
  return out.take();
}

std::optional<CompileRequest> decodeRequest(std::string_view bytes) {
  ByteReader in(bytes);
  if (in.integer<std::uint32_t>() != abiVersion)
    return std::nullopt;
  CompileRequest request;
  request.kind = in.integer<JobKind>();
  request.inputKind = in.integer<InputKind>();
  request.input = in.string();
  request.sourceName = in.string();
  request.headers.resize(in.count());
  for (EmbeddedHeader &header : request.headers) {
    header.name = in.string();
    header.text = in.string();
  }
  request.specializationConstants = readConstants(in);
  request.modules = readModules(in);
  request.options = in.string();
  request.target = in.string();
  request.subGroupSize = in.integer<std::uint32_t>();
  request.reportedSubGroupSizes.resize(in.count());
  for (std::uint32_t &size : request.reportedSubGroupSizes)
    size = in.integer<std::uint32_t>();
  request.kernel = in.string();
  for (std::uint32_t &size : request.joinedGroups.localSize)
    size = in.integer<std::uint32_t>();
  for (std::uint32_t &groups : request.joinedGroups.groups)
    groups = in.integer<std::uint32_t>();
  request.joinedGroups.uniform = in.integer<std::uint8_t>() != 0;
  request.joinedGroups.rowsApart = in.integer<std::uint8_t>() != 0;
  for (std::uint32_t &size : request.knownLocalSize)
    size = in.integer<std::uint32_t>();
  request.anyRange = in.integer<std::uint8_t>() != 0;
  request.alignedGroups = in.integer<std::uint8_t>() != 0;
  request.wholeSubGroups = in.integer<std::uint8_t>() != 0;
  request.mayDefer = in.integer<std::uint8_t>() != 0;
  request.keepDimensions = in.integer<std::uint8_t>() != 0;
  request.checks.wanted = in.integer<std::uint8_t>() != 0;
  request.checks.all = in.integer<std::uint8_t>() != 0;
  request.checks.device = in.string();
  request.verbose = in.integer<std::uint8_t>() != 0;
  request.processes = in.integer<std::uint32_t>();
  request.memoryLimit = in.integer<std::uint64_t>();
  request.cpuSecondsLimit = in.integer<std::uint32_t>();
  if (!in.finished())
    return std::nullopt;
  return request;
}

std::string encode(const CompileResponse &response) {
  ByteWriter out;
  out.integer(abiVersion);
  out.integer(response.status);
  out.string(response.log);
  out.string(response.spirv);
  out.string(response.whole);
  out.string(response.binary);
  out.integer(static_cast<std::uint32_t>(response.includedFiles.size()));
  for (const IncludedFile &file : response.includedFiles) {
    out.string(file.path);
    out.string(file.hash);
  }
  out.integer(static_cast<std::uint32_t>(response.lookedUpPaths.size()));
  for (const LookedUpPath &looked : response.lookedUpPaths) {
    out.string(looked.path);
    out.integer(looked.found);
  }
  out.integer<std::uint8_t>(response.dependsOnTime);
  out.integer(static_cast<std::uint32_t>(response.stages.size()));
  for (const StageTime &stage : response.stages) {
    out.string(stage.name);
    out.integer(stage.start);
    out.integer(stage.end);
  }
  return out.take();
}

std::optional<CompileResponse> decodeResponse(std::string_view bytes) {
  ByteReader in(bytes);
  if (in.integer<std::uint32_t>() != abiVersion)
    return std::nullopt;
  CompileResponse response;
  response.status = in.integer<CompileStatus>();
  response.log = in.string();
  response.spirv = in.string();
  response.whole = in.string();
  response.binary = in.string();
  response.includedFiles.resize(in.count());
  for (IncludedFile &file : response.includedFiles) {
    file.path = in.string();
    file.hash = in.string();
  }
  response.lookedUpPaths.resize(in.count());
  for (LookedUpPath &looked : response.lookedUpPaths) {
    looked.path = in.string();
    looked.found = in.integer<LookedUpPath::Found>();
  }
  response.dependsOnTime = in.integer<std::uint8_t>() != 0;
  response.stages.resize(in.count());
  for (StageTime &stage : response.stages) {
    stage.name = in.string();
    stage.start = in.integer<std::uint64_t>();
    stage.end = in.integer<std::uint64_t>();
  }
  if (!in.finished())
    return std::nullopt;
  return response;
}

LookedUpPath::Found lookUp(const std::string &path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0)
    return LookedUpPath::Found::nothing;
  return S_ISDIR(status.st_mode) ? LookedUpPath::Found::folder : LookedUpPath::Found::file;
}

std::string contentHash(std::string_view bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  return std::string(reinterpret_cast<const char *>(canonical.digest), sizeof(canonical.digest));
}

} // namespace heddle::abi
