// Loops whose time is that of a chain of operations, each of which waits for the one before.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_DEPENDENCE_CHAINS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_DEPENDENCE_CHAINS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Whether two registers of lanes would take little longer than one: most of the time goes into
/// inner loops in which what a round hands to the next goes through more latency than the units
/// need for all its operations (hash functions, generators of random numbers, chains of table
/// lookups), or the mask does by which lanes leave (searches). Everything in such a loop must find
/// room in half of the registers.
///
/// `registers`: vector registers of the target. Estimates by plain tables of latencies; code in
/// front of the vectorizer, functions inlined.
bool isChainBound(llvm::Function &kernel, unsigned registers);

/// Whether a kernel of long vectors (uint16) that runs one work-item after another would wait for
/// such chains, which `floatLanes` work-items as lanes would not, with room for everything in such
/// a loop in the registers.
bool lanesHideChains(llvm::Function &kernel, unsigned floatLanes, unsigned registers);

} // namespace heddle::compiler

#endif
