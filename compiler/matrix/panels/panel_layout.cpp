#include "compiler/matrix/panels/panel_layout.hpp"

#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/plan/matrix_target.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;

namespace heddle::compiler {

void Panel::add(CallBase &call, std::optional<BFloatPart> part, unsigned rows, unsigned rowBytes) {
  const unsigned operand = isA() ? 0 : 1;
  const PanelSource source{call.getArgOperand(operand), part};
  if (places.contains(source))
    return;
  if (const CallBase *before = previousInChain(call)) {
    const auto known = places.find({before->getArgOperand(operand), part});
    if (known != places.end()) {
      const PanelPlace place = known->second;
      PanelStrip &strip = strips[place.strip];
      if (strip.rows == rows && strip.rowBytes == rowBytes &&
          place.position + 1 == strip.sources.size()) {
        places[source] = {place.strip, place.position + 1};
        strip.sources.push_back(source);
        return;
      }
    }
  }
  places[source] = {unsigned(strips.size()), 0};
  strips.push_back({rows, rowBytes, {source}});
}

unsigned Panel::roundBytes() const {
  unsigned bytes = 0;
  for (const PanelStrip &strip : strips)
    bytes += strip.roundBytes();
  return bytes;
}

void Panel::layOut(bool mayJoin) {
  SmallVector<PanelStrip *> order;
  for (PanelStrip &strip : strips)
    order.push_back(&strip);
  // Strips of one part and width lie one below the other, so that operations with one B have
  // adjacent rows.
  std::ranges::sort(order, {}, [](const PanelStrip *strip) {
    return std::tuple(strip->sources.front().part, strip->sources.size(), strip);
  });
  for (PanelStrip *strip : order) {
    strip->before = size;
    size += isA() ? strip->rows : strip->roundBytes();
  }
  byRounds = !mayJoin && !isA() && strips.size() > MatrixTarget::fewStrips &&
             none_of(places, [](const auto &place) { return place.first.part.has_value(); });
  for (const auto &[source, place] : places)
    if (source.part == BFloatPart::finite) {
      const PanelPlace upper = places.find({source.matrix, BFloatPart::upper})->second;
      const unsigned distance = strips[place.strip].before - strips[upper.strip].before;
      if (toFinite && toFinite != distance) {
        toFinite = 0;
        return;
      }
      toFinite = distance;
    }
}

unsigned roundsThatFill(ArrayRef<Panel> panels, unsigned bytes) {
  unsigned wanted = 0, ofRound = 0;
  for (const Panel &panel : panels) {
    if (panel.strips.empty())
      continue;
    wanted += bytes;
    if (panel.isSame)
      ofRound += bytes;
    SmallPtrSet<const Value *, 16> seen;
    for (const PanelStrip &strip : panel.strips)
      for (const PanelSource &source : strip.sources)
        if (!panel.isSame && seen.insert(source.matrix).second)
          ofRound += strip.rows * strip.rowBytes;
  }
  return divideCeil(wanted, std::max(ofRound, 1U));
}

} // namespace heddle::compiler
