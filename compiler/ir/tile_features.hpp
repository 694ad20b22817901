// The tile instructions of a CPU.
#ifndef HEDDLE_COMPILER_IR_TILE_FEATURES_HPP
#define HEDDLE_COMPILER_IR_TILE_FEATURES_HPP

namespace heddle::compiler {

/// Which products of tiles there are.
struct TileFeatures {
  bool int8 = false;
  bool bf16 = false;
  bool fp16 = false;
  bool tf32 = false;

  static TileFeatures all() { return {true, true, true, true}; }
  /// What the first CPUs with tiles have, and most.
  static TileFeatures common() { return {true, true, false, false}; }
  bool any() const { return int8 || bf16 || fp16 || tf32; }
};

} // namespace heddle::compiler

#endif
