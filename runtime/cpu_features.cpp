#include "runtime/cpu_features.hpp"

#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"

#include <array>
#include <cerrno>
#include <cpuid.h>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <map>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace heddle {

namespace {

struct Registers {
  unsigned a = 0, b = 0, c = 0, d = 0;
};

/// All zeros for a leaf that the processor does not have.
Registers cpuid(unsigned leaf, unsigned subleaf = 0) {
  Registers r;
  __get_cpuid_count(leaf, subleaf, &r.a, &r.b, &r.c, &r.d);
  return r;
}

constexpr bool bit(unsigned word, unsigned index) { return (word >> index) & 1u; }

/// XCR0: which register states the operating system saves.
std::uint64_t savedStates() {
  if (!bit(cpuid(1).c, 27))
    return 0;
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t(high) << 32 | low;
}

std::string brandString() {
  if (cpuid(0x80000000u).a < 0x80000004u)
    return "x86-64 processor";
  char text[49] = {};
  for (unsigned i = 0; i < 3; ++i) {
    Registers r = cpuid(0x80000002u + i);
    std::memcpy(text + 16 * i, &r, 16);
  }
  // Blanks at both ends and in rows are padding of the vendor's.
  std::string result;
  for (const char *c = text; *c; ++c)
    if (*c != ' ' || (!result.empty() && result.back() != ' '))
      result += *c;
  while (!result.empty() && result.back() == ' ')
    result.pop_back();
  return result.empty() ? "x86-64 processor" : result;
}

std::uint32_t pciVendor() {
  Registers r = cpuid(0);
  char name[13] = {};
  std::memcpy(name, &r.b, 4);
  std::memcpy(name + 4, &r.d, 4);
  std::memcpy(name + 8, &r.c, 4);
  if (std::strcmp(name, "GenuineIntel") == 0)
    return 0x8086;
  if (std::strcmp(name, "AuthenticAMD") == 0)
    return 0x1022;
  return 0;
}

/// The bits of XCR0 that a feature needs.
constexpr std::uint64_t statesOf(abi::CpuFeature::State state) {
  switch (state) {
  case abi::CpuFeature::none:
    return 0;
  case abi::CpuFeature::avx: // SSE and the upper halves of YMM
    return 0x6;
  case abi::CpuFeature::avx512: // and the masks, the upper halves of ZMM, ZMM16 to 31
    return 0xe6;
  case abi::CpuFeature::amx: // tile configuration and data
    return 0x60000;
  }
  return UINT64_MAX;
}

} // namespace

bool processorHas(const abi::CpuFeature &feature) {
  // In a virtual machine each cpuid is a trip to the host, and each binary that is loaded asks for
  // dozens of features.
  static const auto present = [] {
    std::array<bool, std::size(abi::cpuFeatures)> result{};
    const std::uint64_t saved = savedStates();
    std::map<std::pair<unsigned, unsigned>, Registers> leaves;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const abi::CpuFeature &asked = abi::cpuFeatures[i];
      const auto [leaf, isNew] = leaves.try_emplace({asked.leaf, asked.subLeaf});
      if (isNew)
        leaf->second = cpuid(asked.leaf, asked.subLeaf);
      const Registers &r = leaf->second;
      const unsigned words[] = {r.a, r.b, r.c, r.d};
      const std::uint64_t needed = statesOf(asked.state);
      result[i] = bit(words[asked.where], asked.bit) && (saved & needed) == needed;
    }
    return result;
  }();
  return present[static_cast<std::size_t>(&feature - std::begin(abi::cpuFeatures))];
}

CpuFeatures CpuFeatures::detect(std::string_view assumptions) {
  CpuFeatures f;
  f.brand = brandString();
  f.vendorId = pciVendor();

  const auto has = [assumptions](std::string_view name) {
    if (std::optional<bool> assumed = assumedFeature(assumptions, name))
      return *assumed;
    for (const abi::CpuFeature &feature : abi::cpuFeatures)
      if (feature.name == name)
        return processorHas(feature);
    return false;
  };

  f.f16c = has("f16c");
  f.fma = has("fma");
  f.avx2 = has("avx2");
  f.avxVnni = f.avx2 && has("avxvnni");
  f.avx512 =
      has("avx512f") && has("avx512dq") && has("avx512cd") && has("avx512bw") && has("avx512vl");
  f.avx512Vnni = f.avx512 && has("avx512vnni");
  f.avx512Bf16 = f.avx512 && has("avx512bf16");
  f.avx512Fp16 = f.avx512 && has("avx512fp16");
  f.amxTile = has("amx-tile");
  f.amxInt8 = f.amxTile && has("amx-int8");
  f.amxBf16 = f.amxTile && has("amx-bf16");
  f.amxFp16 = f.amxTile && has("amx-fp16");
  f.amxTf32 = f.amxTile && has("amx-tf32");

  // x86-64-v3 is more than AVX2, but no processor has one without the others.
  const bool bmi = has("bmi") && has("bmi2") && has("movbe");
  if (f.avx2 && f.fma && f.f16c && bmi)
    f.level = TargetIsa::avx2;
  if (f.level == TargetIsa::avx2 && f.avx512)
    f.level = TargetIsa::avx512;
  if (f.level == TargetIsa::avx512 && f.amxInt8 && f.amxBf16 && f.avx512Vnni && f.avx512Bf16 &&
      f.avx512Fp16)
    f.level = TargetIsa::amx;

  // The compiler resolves "native" to a CPU model, by the numbers of family and model, and to its
  // features: what two machines must share to share code.
  char model[16];
  std::snprintf(model, sizeof(model), " %08x", cpuid(1).a);
  f.fingerprint = f.brand + model;
  for (const abi::CpuFeature &feature : abi::cpuFeatures)
    if (processorHas(feature))
      f.fingerprint.append(" ").append(feature.name);
  if (!assumptions.empty())
    f.fingerprint.append(" ").append(assumptions);
  return f;
}

std::optional<bool> assumedFeature(std::string_view assumptions, std::string_view name) {
  std::optional<bool> answer;
  while (!assumptions.empty()) {
    const std::size_t comma = assumptions.find(',');
    const std::string_view word = assumptions.substr(0, comma);
    if (word.size() > 1 && word.substr(1) == name && (word[0] == '+' || word[0] == '-'))
      answer = word[0] == '+';
    assumptions.remove_prefix(comma == std::string_view::npos ? assumptions.size() : comma + 1);
  }
  return answer;
}

const CpuFeatures &CpuFeatures::host() {
  static const CpuFeatures &features = *new CpuFeatures(detect(options().assumedCpu));
  return features;
}

AmxPermission askForAmx(const CpuFeatures &cpu, std::string_view assumptions, int (*ask)()) {
  if (!cpu.amxTile)
    return {};
  // With a permission the processor would execute what is there to be emulated.
  if (assumedFeature(assumptions, "amx-tile"))
    return {true, ""};
  if (const int error = ask())
    return {false, std::generic_category().message(error)};
  return {true, ""};
}

bool requestAmxPermission() {
  static const bool granted = [] {
    const AmxPermission answer = askForAmx(CpuFeatures::host(), options().assumedCpu, [] {
      constexpr int archReqXcompPerm = 0x1023;
      constexpr int xfeatureTileData = 18;
      return ::syscall(SYS_arch_prctl, archReqXcompPerm, xfeatureTileData) == 0 ? 0 : errno;
    });
    if (!answer.refusal.empty())
      log(LogTopic::build,
          "the system refuses AMX to this process (%s): kernels are compiled without tiles, and "
          "matrix products run in vector registers",
          answer.refusal.c_str());
    return answer.granted;
  }();
  return granted;
}

std::string nativeTarget(const CpuFeatures &cpu, std::string_view assumptions, bool tilesGranted) {
  std::string target = "native";
  if (!assumptions.empty())
    target.append(",").append(assumptions);
  if (cpu.amxTile && !tilesGranted)
    target += abi::withoutTiles();
  return target;
}

std::uint32_t matrixUnitVersion(const CpuFeatures &cpu, bool tilesGranted) {
  constexpr std::uint32_t sapphireRapids = 8, graniteRapids = 9, diamondRapids = 10;
  if (cpu.level != TargetIsa::amx || !tilesGranted)
    return 0;
  if (!cpu.amxFp16)
    return sapphireRapids;
  return cpu.amxTf32 ? diamondRapids : graniteRapids;
}

std::string_view targetIsaName(TargetIsa level) {
  switch (level) {
  case TargetIsa::none:
    return "";
#define HEDDLE_TARGET_ISA(enumerator, name, cpu, features, lanes)                                  \
  case TargetIsa::enumerator:                                                                      \
    return name;
#include "runtime/abi/target_isa.def"
  }
  return "";
}

unsigned floatLanes(TargetIsa level) {
  switch (level) {
  case TargetIsa::none:
    return 4;
#define HEDDLE_TARGET_ISA(enumerator, name, cpu, features, lanes)                                  \
  case TargetIsa::enumerator:                                                                      \
    return lanes;
#include "runtime/abi/target_isa.def"
  }
  return 4;
}

} // namespace heddle
