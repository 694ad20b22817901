// How far one sub-group has come, of a work-group whose accesses are traced.
#ifndef HEDDLE_RUNTIME_STRICT_SUB_GROUP_STATE_HPP
#define HEDDLE_RUNTIME_STRICT_SUB_GROUP_STATE_HPP

#include "runtime/abi/checks.h"
#include "runtime/strict/order_clocks.hpp"

#include <cstdint>
#include <vector>

namespace heddle {

enum Space : unsigned { localSpace, globalSpace, imageSpace, spaces };

inline Space spaceOf(const HeddlePlace &place) {
  return place.access & heddleLocal   ? localSpace
         : place.access & heddleImage ? imageSpace
                                      : globalSpace;
}

struct SubGroupState {
  /// Comes to the first half of a split barrier, which makes known what was before it, of memory
  /// that both halves name.
  void arrive(HeddlePlace &place, const HeddleFinders &finders);
  /// What it and others know of one another behind a point where they meet.
  void order(const HeddlePlace &place, bool isSecondHalf);

  bool isThere = false;
  OrderClocks::Time time = OrderClocks::start;
  /// Lanes that have done nothing but look since their last look, and where and when that was.
  std::uint64_t waiting = 0;
  struct Look {
    std::uintptr_t address;
    std::uint32_t when;
  };
  std::vector<Look> looks;
  /// Of what others have done, it knows what was before the interval; what it does now is known to
  /// those who come to a later one than `reached`. Behind the first half of a split barrier these
  /// are two.
  std::uint32_t intervals[spaces] = {}, reached[spaces] = {}, subIntervals[spaces] = {};
  /// Lanes that are between the halves of a split barrier, where its first half is, and what its
  /// second one makes known.
  std::uint64_t arrived = 0;
  HeddlePlace *arrival = nullptr;
  HeddleFinders atArrival{};
  std::uint32_t arrivalReached[spaces] = {};
  /// Since the interval began: whether it has met its partner, or some sub-groups, nobody knows
  /// which.
  bool hasMetPartner[spaces] = {}, hasMetSome[spaces] = {};
  /// Points where all of the work-group meet, and operands that all give alike.
  std::uint32_t meetings = 0, operands = 0;
  /// Sides of copies that it has come to, and how many of these when it last waited for all.
  std::uint32_t copies = 0, waitedFor = 0;
  /// With the other one of its pair; which is at most one behind while both go on.
  std::uint32_t exchanges = 0;
  HeddlePlace *exchange = nullptr;
  HeddleFinders atExchange{};
};

} // namespace heddle

#endif
