// What the processor can do, as far as code generation and the device's queries care.
#ifndef HEDDLE_RUNTIME_CPU_FEATURES_HPP
#define HEDDLE_RUNTIME_CPU_FEATURES_HPP

#include "runtime/abi/cpu_features.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle {

/// The levels of runtime/abi/target_isa.def, lowest first; none is below all of them.
enum class TargetIsa : std::uint8_t {
  none,
#define HEDDLE_TARGET_ISA(enumerator, name, cpu, features, lanes) enumerator,
#include "runtime/abi/target_isa.def"
};

struct CpuFeatures {
  bool f16c = false;
  bool fma = false;
  bool avx2 = false;
  bool avxVnni = false;
  bool avx512 = false; ///< the set of x86-64-v4: F, BW, CD, DQ, VL, with the OS saving it
  bool avx512Vnni = false;
  bool avx512Bf16 = false;
  bool avx512Fp16 = false;
  bool amxTile = false; ///< the processor and the kernel know it; see requestAmxPermission()
  bool amxInt8 = false;
  bool amxBf16 = false;
  bool amxFp16 = false;
  bool amxTf32 = false;
  TargetIsa level = TargetIsa::none; ///< the highest level that this machine runs
  std::string brand;                 ///< "AMD EPYC 7763 64-Core Processor", blanks trimmed
  std::uint32_t vendorId = 0;        ///< PCI vendor: 0x8086, 0x1022, or 0 when unknown
  /// Everything that decides which code runs here, as text: part of cache keys.
  std::string fingerprint;

  /// Asked once, and corrected by what HEDDLE_ASSUME_CPU says.
  static const CpuFeatures &host();
  /// What the processor says, corrected by assumptions in the form of HEDDLE_ASSUME_CPU.
  static CpuFeatures detect(std::string_view assumptions);
};

/// Whether the processor has the feature and the operating system saves its registers. For tiles
/// this process also needs a permission.
bool processorHas(const abi::CpuFeature &feature);

/// What assumptions in the form of HEDDLE_ASSUME_CPU say about a feature, by LLVM's name of it;
/// nothing if they do not name it. The last word counts.
std::optional<bool> assumedFeature(std::string_view assumptions, std::string_view name);

/// The kernel gives AMX state to a process only when it asks. Asked at the first call, because
/// every thread that starts afterwards has larger signal frames. Tiles that HEDDLE_ASSUME_CPU
/// assumes are not asked for. True when tiles may be used. A refusal is logged, topic `build`.
bool requestAmxPermission();

/// Whether tiles may be used, and if the kernel does not let the process, why not.
struct AmxPermission {
  bool granted = false;
  std::string refusal; ///< empty where there are no tiles to ask for
};
/// ask: the system call; 0 or an errno value.
AmxPermission askForAmx(const CpuFeatures &cpu, std::string_view assumptions, int (*ask)());

/// What kernels are compiled for on a machine with these features: "native", assumptions in the
/// form of HEDDLE_ASSUME_CPU, and no tiles where the process may not use them.
std::string nativeTarget(const CpuFeatures &cpu, std::string_view assumptions, bool tilesGranted);

/// Which processor's matrix unit this one has, in the numbers that SYCL's runtime knows for
/// CL_DEVICE_IP_VERSION_INTEL: 8 Sapphire Rapids, 9 Granite Rapids, 10 Diamond Rapids; 0 for none.
std::uint32_t matrixUnitVersion(const CpuFeatures &cpu, bool tilesGranted);

/// The name of a level in target_isa.def, or "" for none.
std::string_view targetIsaName(TargetIsa level);

/// 32-bit float lanes of a vector register at this level.
unsigned floatLanes(TargetIsa level);

} // namespace heddle

#endif
