// What a stage may ask about the machine that code is made for.
#ifndef HEDDLE_COMPILER_TARGET_TARGET_INFO_HPP
#define HEDDLE_COMPILER_TARGET_TARGET_INFO_HPP

#include "compiler/ir/tile_features.hpp"
#include "compiler/ir/vector_features.hpp"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace heddle::compiler {

class TargetInfo {
public:
  /// name: "native", a level of runtime/abi/target_isa.def, or a CPU name of LLVM, each optionally
  /// followed by features as LLVM spells them ("x86-64-v3,+amx-tile,+amx-int8").
  static llvm::Expected<TargetInfo> create(llvm::StringRef name, bool optimize);

  llvm::TargetMachine &machine() const { return *targetMachine; }
  bool hasFeature(llvm::StringRef feature) const;
  /// Lanes of f32 in the widest register that pays.
  unsigned floatLanes() const { return hasFeature("avx512f") ? 16 : 8; }
  /// Whether a gather takes no longer than as many loads.
  bool quickGathers() const { return hasFeature("fast-gather"); }
  /// Whether an addition of floats is waited for so much less long than a multiply-add that a
  /// product by itself in front of it pays.
  bool quickAdditions() const;

  TileFeatures tileFeatures() const {
    return {hasFeature("amx-int8"), hasFeature("amx-bf16"), hasFeature("amx-fp16"),
            hasFeature("amx-tf32")};
  }

  /// What there is and pays.
  VectorFeatures vectorFeatures() const;

  /// The resolved CPU, never "native".
  std::string cpu() const;
  /// Features that a CPU must have to run this target's code, comma-separated.
  std::string requiredFeatures() const;

private:
  explicit TargetInfo(std::unique_ptr<llvm::TargetMachine> machine)
      : targetMachine(std::move(machine)) {}

  std::unique_ptr<llvm::TargetMachine> targetMachine;
};

} // namespace heddle::compiler

#endif
