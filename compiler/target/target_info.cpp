#include "compiler/target/target_info.hpp"

#include "runtime/abi/cpu_features.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char tripleName[] = "x86_64-unknown-linux-gnu";

/// Whether the name is one of cpu_features.def.
bool mayBeUsed(StringRef feature) {
  return any_of(abi::cpuFeatures,
                [&](const abi::CpuFeature &known) { return StringRef(known.name) == feature; });
}

/// What every x86-64 processor has, and words that are no features of a processor.
bool isNeutral(StringRef feature) {
  static constexpr StringLiteral names[] = {"64bit", "x87", "cx8",  "cmov",    "mmx",
                                            "fxsr",  "sse", "sse2", "evex512", "vzeroupper"};
  return is_contained(names, feature) || feature.starts_with("retpoline-") ||
         feature.starts_with("lvi-");
}

/// ",-vaes,-sha,…": the features of this target that no kernel binary could record.
std::string unrecordedFeatures(const MCSubtargetInfo &subtarget) {
  static constexpr StringLiteral known[] = {
#define X86_FEATURE(ENUM, STR) STR,
#include "llvm/TargetParser/X86TargetParser.def"
  };
  std::string off;
  // The parser knows groups of features that the code generator does not, and that one tuning that
  // the parser does not.
  for (const SubtargetFeatureKV &entry : subtarget.getAllProcessorFeatures()) {
    const StringRef feature = entry.Key;
    if (is_contained(known, feature) && !isNeutral(feature) && !mayBeUsed(feature) &&
        subtarget.getFeatureBits().test(entry.Value))
      off += ",-" + feature.str();
  }
  return off;
}

Error unknownTarget(StringRef name) {
  return createStringError("unknown target '" + name +
                           "'; expected native, a level such as x86-64-v3, x86-64-v4 or "
                           "sapphirerapids, or a CPU name of LLVM");
}

} // namespace

Expected<TargetInfo> TargetInfo::create(StringRef name, bool optimize) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  InitializeNativeTargetAsmParser();

  auto [cpuName, extraFeatures] = name.split(',');
  std::string cpu = cpuName.str();
  SmallVector<std::string> features;
  if (cpuName == "native") {
    cpu = sys::getHostCPUName().str();
    for (const auto &feature : sys::getHostCPUFeatures())
      features.push_back((feature.second ? "+" : "-") + feature.first().str());
  }
  if (!extraFeatures.empty())
    features.push_back(extraFeatures.str());

  Triple triple(tripleName);
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return createStringError(message);
  std::unique_ptr<MCSubtargetInfo> subtarget(target->createMCSubtargetInfo(triple, "", ""));
  if (!subtarget->isCPUStringValid(cpu))
    return unknownTarget(name);

  std::string featureList = join(features, ",");
  subtarget.reset(target->createMCSubtargetInfo(triple, cpu, featureList));
  featureList += unrecordedFeatures(*subtarget);

  TargetOptions options;
  std::unique_ptr<TargetMachine> machine(
      target->createTargetMachine(triple, cpu, featureList, options, Reloc::PIC_, CodeModel::Small,
                                  optimize ? CodeGenOptLevel::Default : CodeGenOptLevel::None));
  if (!machine)
    return unknownTarget(name);
  TargetInfo info(std::move(machine));
  // Everything below AVX2 with FMA would need another set of matrix lowerings; no CPU of the last
  // ten years is without them.
  if (!info.hasFeature("avx2") || !info.hasFeature("fma"))
    return createStringError("target '" + name +
                             "' has no AVX2 and FMA; x86-64-v3 is the lowest supported level");
  return info;
}

bool TargetInfo::hasFeature(StringRef feature) const {
  return targetMachine->getMCSubtargetInfo()->checkFeatures(("+" + feature).str());
}

VectorFeatures TargetInfo::vectorFeatures() const {
  // These take two cycles for a vdpbf16ps of 512 bits (measured on Emerald Rapids), so that two
  // fused multiply-adds are twice as fast.
  const bool isSlow = is_contained(
      {"cooperlake", "sapphirerapids", "emeraldrapids", "graniterapids", "graniterapids-d"}, cpu());
  const bool vnni = hasFeature("avx512vnni");
  return {.wide = hasFeature("avx512bw"),
          .wideBytes = vnni && hasFeature("avx512bw"),
          .narrowBytes = (vnni && hasFeature("avx512vl")) || hasFeature("avxvnni"),
          .narrowSignedBytes = hasFeature("avxvnniint8"),
          .bfloats = hasFeature("avx512bf16") && hasFeature("avx512vl") && !isSlow};
}

// Two or three cycles against four. Golden Cove has them as well, but loses in filters and products
// of matrix and vector (measured on Emerald Rapids); others of Intel's take four for both.
bool TargetInfo::quickAdditions() const { return StringRef(cpu()).starts_with("znver"); }

std::string TargetInfo::cpu() const { return targetMachine->getTargetCPU().str(); }

std::string TargetInfo::requiredFeatures() const {
  SmallVector<StringRef> present;
  for (const abi::CpuFeature &feature : abi::cpuFeatures)
    if (hasFeature(feature.name))
      present.push_back(feature.name);
  return join(present, ",");
}

} // namespace heddle::compiler
