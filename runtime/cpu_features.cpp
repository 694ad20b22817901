#include "runtime/cpu_features.hpp"

#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"

#include <cerrno>
#include <cpuid.h>
#include <cstdio>
#include <cstring>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

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

} // namespace

CpuFeatures CpuFeatures::detect(std::string_view assumptions) {
  CpuFeatures f;
  f.brand = brandString();
  f.vendorId = pciVendor();

  const Registers l1 = cpuid(1);
  const Registers l7 = cpuid(7, 0);
  const Registers l71 = cpuid(7, 1);
  const Registers l1e = cpuid(0x1e, 1); // products of tiles
  const std::uint64_t saved = bit(l1.c, 27) ? savedStates() : 0;
  const bool ymm = (saved & 0x6) == 0x6;
  const bool zmm = (saved & 0xe6) == 0xe6;
  const bool tiles = (saved & 0x60000) == 0x60000;
  const auto has = [assumptions](std::string_view name, bool detected) {
    return assumedFeature(assumptions, name).value_or(detected);
  };

  f.f16c = has("f16c", ymm && bit(l1.c, 29));
  f.fma = has("fma", ymm && bit(l1.c, 12));
  f.avx2 = has("avx2", ymm && bit(l7.b, 5));
  f.avxVnni = f.avx2 && has("avxvnni", bit(l71.a, 4));
  f.avx512 = has("avx512f", zmm && bit(l7.b, 16)) && has("avx512dq", zmm && bit(l7.b, 17)) &&
             has("avx512cd", zmm && bit(l7.b, 28)) && has("avx512bw", zmm && bit(l7.b, 30)) &&
             has("avx512vl", zmm && bit(l7.b, 31));
  f.avx512Vnni = f.avx512 && has("avx512vnni", bit(l7.c, 11));
  f.avx512Bf16 = f.avx512 && has("avx512bf16", bit(l71.a, 5));
  f.avx512Fp16 = f.avx512 && has("avx512fp16", bit(l7.d, 23));
  f.amxTile = has("amx-tile", tiles && bit(l7.d, 24));
  f.amxInt8 = f.amxTile && has("amx-int8", tiles && bit(l7.d, 25));
  f.amxBf16 = f.amxTile && has("amx-bf16", tiles && bit(l7.d, 22));
  f.amxFp16 = f.amxTile && has("amx-fp16", tiles && bit(l71.a, 21));
  f.amxTf32 = f.amxTile && has("amx-tf32", tiles && bit(l1e.a, 6));

  // x86-64-v3 is more than AVX2, but no processor has one without the others.
  const bool bmi = bit(l7.b, 3) && bit(l7.b, 8) && bit(l1.c, 22);
  if (f.avx2 && f.fma && f.f16c && bmi)
    f.level = TargetIsa::avx2;
  if (f.level == TargetIsa::avx2 && f.avx512)
    f.level = TargetIsa::avx512;
  if (f.level == TargetIsa::avx512 && f.amxInt8 && f.amxBf16 && f.avx512Vnni && f.avx512Bf16 &&
      f.avx512Fp16)
    f.level = TargetIsa::amx;

  // The compiler resolves "native" to a CPU model and its features: all that cpuid says about
  // these, and the saved states, is what two machines must share to share code.
  char words[160];
  std::snprintf(words, sizeof(words), "%08x %08x %08x %08x %08x %08x %08x %08x %08x %llx", l1.a,
                l1.c, l1.d, l7.b, l7.c, l7.d, l71.a, l71.d, l1e.a,
                static_cast<unsigned long long>(saved));
  f.fingerprint = f.brand + " " + words;
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
    target += ",-amx-tile,-amx-int8,-amx-bf16,-amx-fp16,-amx-tf32";
  return target;
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
