#include "tests/stress/call_arguments.hpp"

#include <algorithm>
#include <sys/mman.h>

namespace heddle::test {

namespace {

// Pitches of 4 KiB, twice, and as many slices. Only what is touched costs memory.
constexpr std::size_t memorySize = std::size_t(1) << 36;

const char *const someTexts[] = {"kernel void anything() {}",
                                 "empty",
                                 "number",
                                 "",
                                 "-cl-std=CL3.0",
                                 "-D",
                                 "-I \"",
                                 "-create-library -enable-link-options",
                                 "clCreateCommandBufferKHR",
                                 "a/header.h",
                                 ";;",
                                 "\xff\xfe%s%n"};

} // namespace

CallArguments::CallArguments()
    : statuses(listLength), numbers(listLength), words(listLength), pointers(listLength) {
  memory = static_cast<char *>(::mmap(nullptr, memorySize, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (memory == MAP_FAILED)
    throw std::bad_alloc();
  for (std::vector<void *> &list : lists)
    list.resize(listLength);
  // The last one ends a list of texts.
  texts.assign(std::begin(someTexts), std::end(someTexts));
  texts.resize(listLength);
  std::fill(texts.begin() + std::size(someTexts), texts.end() - 1, "");
}

CallArguments::~CallArguments() { ::munmap(memory, memorySize); }

void *CallArguments::anyObject() {
  const std::vector<void *> &kind = pool[below(handleKinds)];
  return kind.empty() ? nullptr : kind[below(kind.size())];
}

void *CallArguments::handle(std::size_t kind) {
  switch (below(16)) {
  case 0:
    return nullptr;
  case 1:
    return anyObject();
  case 2: // of nobody
    return pointers.data() + pointers.size() / 2;
  default:
    return pool[kind].empty() ? nullptr : pool[kind][below(pool[kind].size())];
  }
}

std::uint32_t CallArguments::number32() {
  // Where the names of properties, queries, types, orders and commands begin.
  static constexpr std::uint32_t bases[] = {0x0900, 0x1000, 0x1050, 0x1080, 0x1090, 0x10b0, 0x10d0,
                                            0x10f0, 0x1100, 0x1110, 0x1130, 0x1140, 0x1150, 0x1160,
                                            0x1180, 0x1190, 0x11b0, 0x11d0, 0x11e0, 0x1200, 0x1220,
                                            0x1280, 0x1290, 0x2030, 0x4010, 0x4100, 0x4190, 0x5010};
  if (oneIn(2))
    return static_cast<std::uint32_t>(below(oneIn(4) ? 17 : 4));
  return bases[below(std::size(bases))] + static_cast<std::uint32_t>(below(24));
}

std::uint64_t CallArguments::number64() {
  static constexpr std::uint64_t small[] = {0, 1, 2, 3, 4, 8, 16, 32, 64, 128, 1000, 4096};
  static constexpr std::uint64_t large[] = {~std::uint64_t(0),        ~std::uint64_t(0) - 1,
                                            ~std::uint64_t(0) - 4095, ~std::uint64_t(0) >> 1,
                                            std::uint64_t(1) << 63,   std::uint64_t(1) << 62,
                                            std::uint64_t(1) << 53};
  if (sizes == Sizes::checked && oneIn(6))
    return large[below(std::size(large))];
  if (sizes == Sizes::checked && oneIn(6)) // a few flags
    return (std::uint64_t(1) << below(14)) | (std::uint64_t(1) << below(14));
  return small[below(std::size(small))];
}

void CallArguments::prepare(Sizes newSizes) {
  sizes = newSizes;
  event = nullptr;
  for (std::size_t kind = 0; kind < handleKinds; ++kind)
    for (std::size_t i = 0; i < written; ++i)
      lists[kind][i] = handle(kind);
  for (std::size_t i = 0; i < written; ++i) {
    numbers[i] = sizes == Sizes::ofTexts    ? below(2)
                 : sizes == Sizes::ofMemory ? number64()
                 : oneIn(3)                 ? number32()
                                            : number64();
    words[i] = oneIn(2) ? reinterpret_cast<std::uint64_t>(anyObject()) : number32();
    pointers[i] = oneIn(4) ? nullptr : memory + 64 * below(64);
  }
  format.image_channel_order = CL_R + static_cast<cl_uint>(below(18));
  format.image_channel_data_type = CL_SNORM_INT8 + static_cast<cl_uint>(below(18));
  description.image_type = CL_MEM_OBJECT_BUFFER + static_cast<cl_uint>(below(9));
  for (std::size_t *size : {&description.image_width, &description.image_height,
                            &description.image_depth, &description.image_array_size}) {
    static constexpr std::size_t sizes[] = {0, 1, 2, 5, 16, std::size_t(1) << 31, ~std::size_t(0)};
    *size = sizes[below(oneIn(4) ? std::size(sizes) : 5)];
  }
  for (std::size_t *pitch : {&description.image_row_pitch, &description.image_slice_pitch})
    *pitch = oneIn(2) ? 0 : std::size_t(1) << below(13);
  description.num_mip_levels = oneIn(8) ? number32() : 0;
  description.num_samples = oneIn(8) ? number32() : 0;
  description.mem_object =
      oneIn(2) ? nullptr : static_cast<cl_mem>(handle(HandleKind<cl_mem>::index));
}

} // namespace heddle::test
