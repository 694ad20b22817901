// The table of cpu_features.def as an array.
#ifndef HEDDLE_RUNTIME_ABI_CPU_FEATURES_HPP
#define HEDDLE_RUNTIME_ABI_CPU_FEATURES_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::abi {

struct CpuFeature {
  enum Register : std::uint8_t { eax, ebx, ecx, edx };
  enum State : std::uint8_t { none, avx, avx512, amx };

  std::string_view name; ///< LLVM's
  unsigned leaf, subLeaf;
  Register where;
  unsigned bit;
  State state;
};

inline constexpr CpuFeature cpuFeatures[] = {
#define HEDDLE_CPU_FEATURE(name, leaf, subLeaf, where, bit, state)                                 \
  {name, leaf, subLeaf, CpuFeature::where, bit, CpuFeature::state},
#include "runtime/abi/cpu_features.def"
};

/// ",-amx-tile,-amx-int8,…": what makes of a target the same one without tiles.
inline std::string withoutTiles() {
  std::string features;
  for (const CpuFeature &feature : cpuFeatures)
    if (feature.state == CpuFeature::amx)
      features.append(",-").append(feature.name);
  return features;
}

} // namespace heddle::abi

#endif
