#include "runtime/strict/describe_finding.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string_view>
#include <vector>

namespace heddle {

namespace {

struct KindRow {
  const char *name, *rule, *section;
};
constexpr KindRow kinds[] = {
#define HEDDLE_FINDING_KIND(enumerator, name, rule, section) {name, rule, section},
#include "runtime/abi/finding_kinds.def"
};
static_assert(std::size(kinds) == heddleFindingKinds);

/// No object lies there, in any process.
constexpr std::uint64_t firstPage = 4096;

bool namesObject(const HeddlePlace &place) { return place.argument >= 0 || place.objectSize > 0; }

std::uint64_t objectSize(const Finding &finding) {
  return finding.place.argument >= 0 ? finding.range.size : finding.place.objectSize;
}

std::array<std::uint64_t, 3> firstGlobalId(const HeddleNdRange &range,
                                           const HeddleFinders &finders) {
  const auto lane = finders.lanes ? std::countr_zero(finders.lanes) : 0;
  std::uint64_t item = finders.firstItem + static_cast<std::uint64_t>(lane);
  std::array<std::uint64_t, 3> id{};
  for (int d = 0; d < 3; ++d) {
    const std::uint64_t start = finders.group[d] * range.localSize[d];
    // The last work-group may be smaller.
    const std::uint64_t size = std::clamp<std::uint64_t>(
        range.globalSize[d] - start, 1, std::max<std::uint64_t>(range.localSize[d], 1));
    id[d] = range.globalOffset[d] + start + item % size;
    item /= size;
  }
  return id;
}

std::string hexadecimal(std::uint64_t number) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

std::string bytesOf(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

std::string nameOfObject(const HeddlePlace &place) {
  const std::string name = *place.subject ? " '" + std::string(place.subject) + "'" : "";
  return place.argument >= 0 ? "argument " + std::to_string(place.argument) + name
                             : "variable" + name;
}

std::string nameOfItem(const std::array<std::uint64_t, 3> &id) {
  return "work-item (" + std::to_string(id[0]) + ", " + std::to_string(id[1]) + ", " +
         std::to_string(id[2]) + ")";
}

/// "the work-items 0 to 3 and 7", or how many where they are scattered.
std::string itemsIn(std::uint64_t mask) {
  std::vector<std::string> ranges;
  for (std::uint64_t rest = mask; rest;) {
    const int first = std::countr_zero(rest), length = std::countr_one(rest >> first);
    ranges.push_back(std::to_string(first) +
                     (length == 1 ? "" : " to " + std::to_string(first + length - 1)));
    rest = first + length < 64 ? rest >> (first + length) << (first + length) : 0;
  }
  constexpr std::size_t most = 3;
  if (ranges.empty() || ranges.size() > most)
    return std::to_string(std::popcount(mask)) + " work-items";
  std::string text = "the work-item" + std::string(std::popcount(mask) == 1 ? " " : "s ");
  for (std::size_t i = 0; i < ranges.size(); ++i)
    text += (i == 0 ? "" : i + 1 < ranges.size() ? ", " : " and ") + ranges[i];
  return text;
}

const char *verbOf(const HeddlePlace &place) {
  const unsigned access = place.access & (heddleReads | heddleWrites);
  return access == heddleReads ? "reads" : access == heddleWrites ? "writes" : "changes";
}

/// "a.cl:12:5", or "its line", which nobody knows.
std::string lineOf(const HeddlePlace &place) {
  if (place.line == 0)
    return "a place without a line";
  return std::string(place.file) + ":" + std::to_string(place.line) + ":" +
         std::to_string(place.column);
}

/// The narrower one of two atomic operations.
std::string scopeOf(const HeddlePlace &place, const HeddlePlace &other) {
  constexpr const char *names[] = {"work-item", "sub-group", "work-group", "device"};
  return std::string("; the scope ") + (place.scope <= other.scope ? "here" : "there") +
         " is the " + names[std::min(place.scope, other.scope)];
}

/// "work-item (1, 0, 0)", or the copy that it has begun with its work-group.
std::string nameOfOther(const OtherAccess &other, const HeddleNdRange &range) {
  const std::string item = nameOfItem(firstGlobalId(range, other.finders));
  return other.place && isCopy(*other.place) ? "an asynchronous copy of the work-group of " + item
                                             : item;
}

/// Where all of a work-group meet.
std::string nameOfMeeting(const HeddlePlace &place) {
  return *place.subject ? place.subject : "a barrier";
}

/// "FUNCTION another OPERAND" of "FUNCTION the OPERAND".
std::string withAnother(std::string subject) {
  constexpr std::string_view the = " the ";
  return subject.replace(subject.find(the), the.size(), " another ");
}

/// Of a race, what was read before it was written, or barriers.
std::string describeMeeting(const Finding &finding, HeddleFindingKind kind) {
  const HeddlePlace &place = finding.place;
  const std::string other =
      finding.other ? nameOfOther(*finding.other, finding.ndRange) : std::string();
  if (kind == heddleFinding_divergentBarrier || kind == heddleFinding_divergentWorkGroup) {
    if (!finding.other->place)
      return "is at " + nameOfMeeting(place) + ", to which " + other +
             " and its sub-group never come";
    return "is at " + nameOfMeeting(place) + " while " + other + " is at " +
           (finding.other->place->kind == place.kind && place.kind == heddleFinding_divergentBarrier
                ? "the one"
                : nameOfMeeting(*finding.other->place)) +
           " at " + lineOf(*finding.other->place);
  }
  if (kind == heddleFinding_splitBarrier)
    return std::string(place.access & heddleArrives ? "arrives at a split barrier"
                                                    : "is at a barrier") +
           ", and has not waited on the split one where it has arrived at " +
           lineOf(*finding.other->place);
  if (kind == heddleFinding_workGroupOperand) {
    if (place.access & (heddleReads | heddleWrites))
      return "gives " + withAnother(place.subject) + " than " + other;
    return "gives " + std::string(place.subject) + " " +
           std::to_string(static_cast<std::int64_t>(finding.value)) + ", and " + other + " gives " +
           std::to_string(static_cast<std::int64_t>(finding.other->value));
  }
  if (kind == heddleFinding_matrixPartner) {
    if (!finding.other->place)
      return "is at a split matrix function, to which " + other + " and its sub-group never come";
    return "is at a split matrix function while " + other + " is at the one at " +
           lineOf(*finding.other->place);
  }
  if (kind == heddleFinding_forwardProgress)
    return "waits in a loop for a change of " + nameOfObject(place) + ", which " + other +
           " makes at " + lineOf(*finding.other->place) + "; it need not make progress meanwhile";
  std::string text = verbOf(place);
  text += " " + (place.bytes ? bytesOf(place.bytes)
                             : std::string(place.access & heddleImage ? "a pixel" : "memory"));
  if (place.argument >= 0 && (place.access & heddleGlobal))
    text += " at offset " +
            std::to_string(finding.value - finding.argumentAddress + finding.range.before);
  if (namesObject(place))
    text += " of " + nameOfObject(place);
  if (kind == heddleFinding_unwritten)
    return text + ", which no work-item of its work-group has written";
  if (kind == heddleFinding_unwrittenBuffer || kind == heddleFinding_unwrittenImage)
    return text + ", whose content nobody has written";
  if (kind == heddleFinding_restrictAlias)
    return text + ", which " + other + " " + verbOf(*finding.other->place) + " through " +
           nameOfObject(*finding.other->place) + " at " + lineOf(*finding.other->place);
  const bool isSameGroup =
      std::equal(std::begin(finding.finders.group), std::end(finding.finders.group),
                 std::begin(finding.other->finders.group));
  const std::uint64_t lanes = std::max(place.lanes, 1u);
  const bool wantsLockStep =
      kind == heddleFinding_race && isSameGroup &&
      finding.finders.firstItem / lanes == finding.other->finders.firstItem / lanes;
  return text + ", which " + other + " " + verbOf(*finding.other->place) + " at " +
         lineOf(*finding.other->place) +
         (!isSameGroup                    ? ", in another work-group"
          : isCopy(*finding.other->place) ? ", and has not been waited for"
                                          : ", with no barrier between") +
         (wantsLockStep ? "; a sub-group does not run in lock step" : "") +
         (kind == heddleFinding_memoryScope ? scopeOf(place, *finding.other->place) : "");
}

std::string describeAccess(const Finding &finding, HeddleFindingKind kind) {
  const HeddlePlace &place = finding.place;
  std::string text = verbOf(place);
  text += " " + (place.bytes ? bytesOf(place.bytes) : std::string("memory"));
  if (!namesObject(place)) {
    text += " at address " + hexadecimal(finding.value);
  } else if (kind == heddleFinding_nullPointer) {
    text += " through " + nameOfObject(place) + ", which is null";
  } else if (kind == heddleFinding_freedMemory) {
    text += " through " + nameOfObject(place) + ", whose memory was freed";
  } else {
    const std::uint64_t size = objectSize(finding);
    text += " at offset " + std::to_string(static_cast<std::int64_t>(finding.value)) + " of " +
            nameOfObject(place);
    if (size != UINT64_MAX)
      text += ", which has " + bytesOf(size);
  }
  if (kind == heddleFinding_readOnly)
    text += " and was created with CL_MEM_READ_ONLY";
  if (kind == heddleFinding_writeOnly)
    text += " and was created with CL_MEM_WRITE_ONLY";
  if (kind == heddleFinding_unwrittenBuffer)
    text += "; the content there nobody has written";
  if (kind == heddleFinding_misaligned || kind == heddleFinding_misalignedBlock ||
      kind == heddleFinding_misalignedMatrix)
    text += "; the address is no multiple of " + std::to_string(place.alignment);
  return text;
}

std::string describeWhat(const Finding &finding, HeddleFindingKind kind) {
  const HeddlePlace &place = finding.place;
  const std::string subject = place.subject;
  const std::string number = std::to_string(static_cast<std::int64_t>(finding.value));
  if (finding.other || finding.kind == heddleFinding_unwritten ||
      finding.kind == heddleFinding_unwrittenBuffer || finding.kind == heddleFinding_unwrittenImage)
    return describeMeeting(finding, kind);
  switch (kind) {
  case heddleFinding_forwardProgress:
    return "waits in a loop for a change of " + nameOfObject(place) +
           (finding.value ? ", as do all work-items that have begun, while " + number +
                                " work-groups have not"
                          : ", and all other work-items wait, too, or have ended");
  case heddleFinding_divergentMatrix:
  case heddleFinding_divergentSubGroup:
  case heddleFinding_divergentWorkGroup:
  case heddleFinding_divergentBarrier:
    return "is at " + subject + " with only " + itemsIn(finding.value) + " of its sub-group";
  case heddleFinding_inactiveWorkItem:
    return "asks at " + subject + " for the value of work-item " + number +
           (place.access & heddleOfWorkGroup ? " of its work-group" : " of its sub-group") +
           ", which is not there";
  case heddleFinding_partialSubGroup:
    return "is in a sub-group of " + std::to_string(std::popcount(finding.value)) +
           " work-items at " + subject + ", which wants " + std::to_string(place.lanes);
  case heddleFinding_blockBase:
    return "gives a block the base address " + hexadecimal(finding.value);
  case heddleFinding_blockWidth:
    return "gives a block a matrix of width " + number;
  case heddleFinding_blockHeight:
    return "gives a block a matrix of height " + number;
  case heddleFinding_blockPitch:
    return "gives a block a matrix of pitch " + number;
  case heddleFinding_blockX:
    return "gives a block the x coordinate " + number;
  case heddleFinding_blockOperand:
    return "gives a block the " + subject + " " + number +
           ", and the first of its sub-group another one";
  case heddleFinding_subGroupOperand:
    if (place.access & (heddleReads | heddleWrites))
      return "gives " + withAnother(subject) + " than the first of its sub-group";
    return "gives " + subject + " " + number + ", and the first of its sub-group another one";
  case heddleFinding_splitBarrier:
    return place.access & heddleArrives
               ? "arrives at a split barrier, and ends without having waited on it"
               : "waits on a split barrier where it has not arrived";
  case heddleFinding_matrixPartner:
    return "is at a split matrix function in sub-group " + number +
           ", the last of its work-group, which has no partner";
  case heddleFinding_matrixOperands:
    return "comes to a matrix function whose operands word says that " + subject;
  case heddleFinding_addressSpace:
    return "casts a pointer to " + subject + " memory that leads elsewhere, to address " +
           hexadecimal(finding.value);
  case heddleFinding_componentIndex:
    return "accesses component " + number + " of " + subject;
  case heddleFinding_uninitialized:
    if (subject.empty())
      return "gives a matrix function what it has not written before";
    return "uses what it has read of variable '" + subject + "', which it has not written before";
  case heddleFinding_integerOverflow:
    return "computes an index that is " + number + " and no 32-bit number";
  case heddleFinding_shiftWidth:
    return "shifts an integer of " + std::to_string(place.bytes) + " bits by " + number;
  case heddleFinding_imageCoordinates:
    return std::string(verbOf(place)) + " a pixel of argument '" + subject +
           "' with the coordinate " + number;
  case heddleFinding_imageAlias:
    return std::string(verbOf(place)) + " a pixel of " + nameOfObject(place) +
           ", an image that argument " + number + " leads to as well";
  case heddleFinding_arrayIndex:
    return std::string(verbOf(place)) + " element " + number + " of an array of " +
           std::to_string(place.objectSize) + " in " + subject;
  case heddleFinding_imageBlock:
    return std::string(verbOf(place)) + " a block of argument '" + subject + "', whose " +
           (place.access & heddleHasLength ? "pixels have " + bytesOf(finding.value)
                                           : "first byte in its row is " + number);
  case heddleFinding_matrixStride:
    return "stores a matrix with a stride of " + number + " bytes";
  case heddleFinding_deviceFunction:
    return "comes to " + subject;
  case heddleFinding_deviceSubGroupSize:
    return "is in a sub-group of " + number + ", a size that " + subject + " has not";
  case heddleFinding_deviceWorkGroupSize:
    return "is in a work-group of " + number + " work-items; " + subject;
  case heddleFinding_deviceLocalMemory:
    return "is in a work-group with " + number + " bytes of local memory; " + subject;
  default:
    return describeAccess(finding, kind);
  }
}

} // namespace

const char *nameOf(HeddleFindingKind kind) { return kinds[kind].name; }
const char *ruleOf(HeddleFindingKind kind) { return kinds[kind].rule; }
const char *sectionOf(HeddleFindingKind kind) { return kinds[kind].section; }

HeddleFindingKind kindOf(const Finding &finding) {
  const HeddlePlace &place = finding.place;
  if (finding.kind)
    return *finding.kind;
  if (place.kind != heddleFinding_outOfBounds)
    return static_cast<HeddleFindingKind>(place.kind);
  const HeddleFindingKind misaligned =
      place.access & heddleOfSubGroup ? heddleFinding_misalignedBlock : heddleFinding_misaligned;
  if (!namesObject(place)) {
    if (finding.value < firstPage)
      return heddleFinding_nullPointer;
    return finding.value % place.alignment != 0 ? misaligned : heddleFinding_outOfBounds;
  }
  const std::uint64_t size = objectSize(finding);
  if (place.argument >= 0 && size == 0)
    return finding.argumentAddress == 0 ? heddleFinding_nullPointer : heddleFinding_freedMemory;
  const std::uint64_t bytes = std::max<std::uint64_t>(place.bytes, 1);
  if (finding.value > size || bytes > size - finding.value)
    return heddleFinding_outOfBounds;
  if (place.argument >= 0 && (place.access & heddleWrites) && finding.range.writable < size)
    return heddleFinding_readOnly;
  if (place.argument >= 0 && (place.access & heddleReads) && finding.range.readable < size)
    return heddleFinding_writeOnly;
  const std::uint64_t address = finding.argumentAddress - finding.range.before + finding.value;
  if ((place.access & heddleWantsValue) && finding.value + bytes > finding.range.written &&
      address % std::max(place.alignment, 1u) == 0)
    return heddleFinding_unwrittenBuffer;
  // It fits, as far as that is known.
  const bool mayReachOut = place.bytes == 0 && finding.value % place.alignment == 0;
  return place.alignment > 1 && !mayReachOut ? misaligned : heddleFinding_outOfBounds;
}

DescribedFinding describe(const Finding &finding) {
  DescribedFinding result{kindOf(finding), firstGlobalId(finding.ndRange, finding.finders), {}};
  result.sentence = nameOfItem(result.globalId) + " " + describeWhat(finding, result.kind);
  return result;
}

} // namespace heddle
