#include "compiler/target/target_info.hpp"

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

// The features that decide whether code of a target runs on a CPU. Everything else that LLVM
// knows is tuning, or comes with one of these.
constexpr StringLiteral decisiveFeatures[] = {
    "avx2",        "fma",        "bmi",        "bmi2",        "f16c",
    "lzcnt",       "movbe",      "avx512f",    "avx512bw",    "avx512dq",
    "avx512vl",    "avx512cd",   "avx512vnni", "avx512bf16",  "avx512fp16",
    "avx512vbmi",  "avx512ifma", "avxvnni",    "avx512vbmi2", "avx512bitalg",
    "amx-tile",    "amx-int8",   "amx-bf16",   "amx-fp16",    "avx512vpopcntdq",
    "avxvnniint8", "amx-tf32",
};

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

  TargetOptions options;
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, cpu, join(features, ","), options, Reloc::PIC_, CodeModel::Small,
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

std::string TargetInfo::cpu() const { return targetMachine->getTargetCPU().str(); }

std::string TargetInfo::requiredFeatures() const {
  SmallVector<StringRef> present;
  for (StringRef feature : decisiveFeatures)
    if (hasFeature(feature))
      present.push_back(feature);
  return join(present, ",");
}

} // namespace heddle::compiler
