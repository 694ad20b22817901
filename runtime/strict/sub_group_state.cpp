#include "runtime/strict/sub_group_state.hpp"

#include <utility>

namespace heddle {

namespace {

constexpr std::pair<Space, unsigned> spaceFlags[] = {
    {localSpace, heddleLocal}, {globalSpace, heddleGlobal}, {imageSpace, heddleImage}};

/// Whether a point where work-items meet orders what all of the work-group do.
bool isForAll(const HeddlePlace &place) {
  return (place.access & heddleOfWorkGroup) && (place.access & (heddleBarrier | heddleByHabit));
}

} // namespace

void SubGroupState::arrive(HeddlePlace &place, const HeddleFinders &finders) {
  for (const auto [space, flag] : spaceFlags)
    arrivalReached[space] =
        (place.access & flag) && (place.access & heddleOfWorkGroup) ? ++reached[space] : 0;
  arrived |= finders.lanes;
  arrival = &place;
  atArrival = finders;
}

void SubGroupState::order(const HeddlePlace &place, bool isSecondHalf) {
  for (const auto [space, flag] : spaceFlags) {
    if (!(place.access & flag))
      continue;
    if (!isForAll(place)) {
      ++subIntervals[space];
      if (place.access & heddleOfWorkGroup)
        (place.access & heddlePair ? hasMetPartner : hasMetSome)[space] = true;
      continue;
    }
    if (isSecondHalf && arrivalReached[space] <= intervals[space])
      continue;
    intervals[space] = isSecondHalf ? arrivalReached[space] : ++reached[space];
    hasMetPartner[space] = hasMetSome[space] = false;
  }
}

} // namespace heddle
