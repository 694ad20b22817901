#include "runtime/loader/host_features.hpp"

#include "runtime/cpu_features.hpp"
#include "runtime/support/options.hpp"

#include <cpuid.h>
#include <cstdint>

namespace heddle::loader {

namespace {

enum Register { eax, ebx, ecx, edx };

// What the operating system must save (bits of XCR0) for the feature to be usable.
enum State : std::uint64_t {
  noState = 0,
  avxState = 0x6,     // SSE and the upper halves of YMM
  avx512State = 0xe6, // and the masks, the upper halves of ZMM, ZMM16 to 31
  amxState = 0x60000, // tile configuration and data
};

struct Feature {
  std::string_view name;
  unsigned leaf, subLeaf;
  Register where;
  unsigned bit;
  State state;
};

// Intel SDM volume 2A, CPUID; AMD APM volume 3, appendix E for leaf 0x80000001.
constexpr Feature features[] = {
    {"fma", 1, 0, ecx, 12, avxState},
    {"movbe", 1, 0, ecx, 22, noState},
    {"f16c", 1, 0, ecx, 29, avxState},
    {"avx", 1, 0, ecx, 28, avxState},
    {"popcnt", 1, 0, ecx, 23, noState},
    {"lzcnt", 0x80000001, 0, ecx, 5, noState},
    {"bmi", 7, 0, ebx, 3, noState},
    {"avx2", 7, 0, ebx, 5, avxState},
    {"bmi2", 7, 0, ebx, 8, noState},
    {"avx512f", 7, 0, ebx, 16, avx512State},
    {"avx512dq", 7, 0, ebx, 17, avx512State},
    {"avx512ifma", 7, 0, ebx, 21, avx512State},
    {"avx512cd", 7, 0, ebx, 28, avx512State},
    {"avx512bw", 7, 0, ebx, 30, avx512State},
    {"avx512vl", 7, 0, ebx, 31, avx512State},
    {"avx512vbmi", 7, 0, ecx, 1, avx512State},
    {"avx512vbmi2", 7, 0, ecx, 6, avx512State},
    {"avx512vnni", 7, 0, ecx, 11, avx512State},
    {"avx512bitalg", 7, 0, ecx, 12, avx512State},
    {"avx512vpopcntdq", 7, 0, ecx, 14, avx512State},
    {"amx-bf16", 7, 0, edx, 22, amxState},
    {"avx512fp16", 7, 0, edx, 23, avx512State},
    {"amx-tile", 7, 0, edx, 24, amxState},
    {"amx-int8", 7, 0, edx, 25, amxState},
    {"avxvnni", 7, 1, eax, 4, avxState},
    {"avx512bf16", 7, 1, eax, 5, avx512State},
    {"avxvnniint8", 7, 1, edx, 4, avxState},
    {"amx-fp16", 7, 1, eax, 21, amxState},
    {"amx-tf32", 0x1e, 1, eax, 6, amxState},
};

std::uint64_t savedState() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned xgetbvEnabled = 1u << 27;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & xgetbvEnabled))
    return 0;
  unsigned low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t(high) << 32 | low;
}

} // namespace

bool hostHasFeature(std::string_view name) {
  static const std::uint64_t saved = savedState();
  if (std::optional<bool> assumed = assumedFeature(options().assumedCpu, name))
    return *assumed;
  for (const Feature &feature : features) {
    if (feature.name != name)
      continue;
    unsigned registers[4] = {};
    if (!__get_cpuid_count(feature.leaf, feature.subLeaf, &registers[eax], &registers[ebx],
                           &registers[ecx], &registers[edx]))
      return false;
    if (!(registers[feature.where] >> feature.bit & 1) || (saved & feature.state) != feature.state)
      return false;
    return feature.state != amxState || requestAmxPermission();
  }
  return false;
}

} // namespace heddle::loader
