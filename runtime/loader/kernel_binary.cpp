#include "runtime/loader/kernel_binary.hpp"

#include "runtime/abi/abi_version.hpp"
#include "runtime/loader/elf_check.hpp"
#include "runtime/support/file.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>
#include <utility>

namespace heddle::loader {

namespace {

// A debugger opens the path, too: when the library is loaded, and again whenever it asks what is.
// In /proc/self it would find a file of its own there, and wait for ever if that is a pipe; and so
// it would if another file of this program had the number by then.
FileDescriptor withRareNumber(FileDescriptor file) {
  constexpr int rarelyReached = 960;
  FileDescriptor high(::fcntl(file.get(), F_DUPFD_CLOEXEC, rarelyReached));
  return high ? std::move(high) : std::move(file);
}

// The dynamic loader takes a path that it has seen before for the same library, and descriptor
// numbers come back after a close. So each load spells its path differently: the digits of a
// counter, "/." for 0 and "//." for 1, stand between the folder and the number, and mean nothing.
std::string uniquePath(int fd) {
  static std::atomic<std::uint64_t> loads{0};
  std::string path = "/proc/" + std::to_string(::getpid()) + "/fd";
  // Where /proc numbers processes as another container does.
  if (::access((path + "/" + std::to_string(fd)).c_str(), R_OK) != 0)
    path = "/proc/self/fd";
  for (std::uint64_t digits = loads.fetch_add(1, std::memory_order_relaxed); digits; digits /= 2)
    path += digits % 2 ? "//." : "/.";
  return path + "/" + std::to_string(fd);
}

/// The segments of a loaded library that may be written, and what is between them.
std::span<const std::byte> writableMemory(void *handle) {
  struct Search {
    ElfW(Addr) base;
    ElfW(Addr) begin, end;
  };
  link_map *map = nullptr;
  if (::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void *>(&map)) != 0)
    return {};
  Search search{map->l_addr, ~ElfW(Addr)(0), 0};
  const auto look = [](dl_phdr_info *info, std::size_t, void *data) {
    Search &wanted = *static_cast<Search *>(data);
    if (info->dlpi_addr != wanted.base)
      return 0;
    for (const ElfW(Phdr) &segment : std::span(info->dlpi_phdr, info->dlpi_phnum))
      if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W)) {
        wanted.begin = std::min(wanted.begin, wanted.base + segment.p_vaddr);
        wanted.end = std::max(wanted.end, wanted.base + segment.p_vaddr + segment.p_memsz);
      }
    return 1;
  };
  ::dl_iterate_phdr(look, &search);
  if (search.begin >= search.end)
    return {};
  return {reinterpret_cast<const std::byte *>(search.begin), search.end - search.begin};
}

} // namespace

std::variant<abi::BinaryMetadata, std::string> readMetadata(std::string_view elf) {
  CheckedElf checked;
  if (std::string problem = checkElf(elf, checked); !problem.empty())
    return problem;
  std::optional<abi::BinaryMetadata> metadata = abi::decodeMetadata(checked.metadata);
  if (!metadata)
    return "kernel binary: the metadata is damaged or of another version than " +
           std::to_string(abi::abiVersion);
  if (!checked.hasCode && !std::all_of(metadata->kernels.begin(), metadata->kernels.end(),
                                       [](const auto &kernel) { return kernel.isDeferred; }))
    return "kernel binary: has no code";
  return std::move(*metadata);
}

std::optional<std::string> missingFeature(const abi::BinaryMetadata &metadata,
                                          HasFeature hasFeature) {
  std::string_view rest = metadata.requiredFeatures;
  while (!rest.empty()) {
    std::size_t comma = rest.find(',');
    std::string_view feature = rest.substr(0, comma);
    if (!feature.empty() && !hasFeature(feature))
      return std::string(feature);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  return std::nullopt;
}

std::variant<std::shared_ptr<const KernelBinary>, std::string>
KernelBinary::load(std::string_view elf, HasFeature hasFeature, const std::string &path) {
  std::variant<abi::BinaryMetadata, std::string> metadata = readMetadata(elf);
  if (std::string *problem = std::get_if<std::string>(&metadata))
    return std::move(*problem);

  std::shared_ptr<KernelBinary> binary(new KernelBinary);
  binary->description = std::move(std::get<abi::BinaryMetadata>(metadata));
  if (std::optional<std::string> feature = missingFeature(binary->description, hasFeature))
    return "kernel binary: was compiled for " + binary->description.targetCpu +
           ", this processor has no " + *feature;

  FileDescriptor file;
  if (path.empty()) {
    file = withRareNumber(createMemoryFile("heddle-kernels", /*executable=*/true));
    if (!file)
      return "kernel binary: no memory file: " + errorText(errno);
    if (int error = writeAll(file.get(), elf))
      return "kernel binary: cannot write the memory file: " + errorText(error);
  }
  binary->handle = ::dlopen((file ? uniquePath(file.get()) : path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!binary->handle) {
    const char *reason = ::dlerror();
    return std::string("kernel binary: cannot be loaded: ") + (reason ? reason : "unknown reason");
  }

  for (const abi::KernelMetadata &kernel : binary->description.kernels) {
    if (kernel.isDeferred) {
      binary->entries.push_back(nullptr);
      continue;
    }
    void *address = ::dlsym(binary->handle, kernel.entrySymbol.c_str());
    if (!address)
      return "kernel binary: kernel '" + kernel.name + "' has no entry point '" +
             kernel.entrySymbol + "'";
    binary->entries.push_back(reinterpret_cast<HeddleKernelEntry>(address));
  }
  if (binary->description.globalVariableSize != 0)
    binary->variableMemory = writableMemory(binary->handle);
  return std::shared_ptr<const KernelBinary>(std::move(binary));
}

HeddleKernelOperations KernelBinary::operations(std::size_t index) const {
  const std::string symbol = description.kernels[index].name + ".operations";
  return reinterpret_cast<HeddleKernelOperations>(::dlsym(handle, symbol.c_str()));
}

KernelBinary::~KernelBinary() {
  if (handle)
    ::dlclose(handle);
}

} // namespace heddle::loader
