#include "runtime/processor_domains.hpp"

#include "runtime/support/file.hpp"

#include <charconv>

namespace heddle {

namespace {

std::string lineOf(const std::string &path) {
  std::string text = readFile(path).value_or("");
  text.resize(std::min(text.size(), text.find('\n')));
  return text;
}

std::optional<AffinityDomain> cacheOfLevel(const std::string &level) {
  if (level == "1")
    return AffinityDomain::l1Cache;
  if (level == "2")
    return AffinityDomain::l2Cache;
  if (level == "3")
    return AffinityDomain::l3Cache;
  if (level == "4")
    return AffinityDomain::l4Cache;
  return std::nullopt;
}

} // namespace

std::vector<unsigned> parseProcessorList(const std::string &text) {
  // No machine has more; a damaged list shall not take all memory.
  constexpr unsigned mostProcessors = 1 << 16;
  std::vector<unsigned> result;
  const char *at = text.data(), *const end = at + text.size();
  while (at < end) {
    unsigned first = 0;
    auto parsed = std::from_chars(at, end, first);
    if (parsed.ec != std::errc())
      break;
    unsigned last = first;
    if (parsed.ptr < end && *parsed.ptr == '-')
      parsed = std::from_chars(parsed.ptr + 1, end, last);
    if (parsed.ec != std::errc() || last >= mostProcessors)
      break;
    for (unsigned one = first; one <= last; ++one)
      result.push_back(one);
    if (parsed.ptr == end || *parsed.ptr != ',')
      break;
    at = parsed.ptr + 1;
  }
  return result;
}

ProcessorDomains ProcessorDomains::read(std::span<const unsigned> processors,
                                        const std::string &root) {
  ProcessorDomains result;
  for (unsigned processor : processors)
    result.domains[processor] = {};
  const auto note = [&](unsigned processor, AffinityDomain kind, unsigned number) {
    if (auto found = result.domains.find(processor); found != result.domains.end())
      found->second[static_cast<std::size_t>(kind)] = number;
  };

  for (unsigned node : parseProcessorList(lineOf(root + "/node/online")))
    for (unsigned processor :
         parseProcessorList(lineOf(root + "/node/node" + std::to_string(node) + "/cpulist")))
      note(processor, AffinityDomain::numa, node);

  for (unsigned processor : processors) {
    const std::string caches = root + "/cpu/cpu" + std::to_string(processor) + "/cache/index";
    for (unsigned index = 0;; ++index) {
      const std::string cache = caches + std::to_string(index);
      const std::string level = lineOf(cache + "/level");
      if (level.empty())
        break;
      const std::optional<AffinityDomain> kind = cacheOfLevel(level);
      // The first level has one for data and one for instructions.
      if (!kind || lineOf(cache + "/type") == "Instruction")
        continue;
      // A cache has no number of its own everywhere; the first of its processors names it.
      const std::vector<unsigned> sharing = parseProcessorList(lineOf(cache + "/shared_cpu_list"));
      if (!sharing.empty())
        note(processor, *kind, sharing.front());
    }
  }
  return result;
}

std::optional<unsigned> ProcessorDomains::domainOf(unsigned processor, AffinityDomain kind) const {
  const auto found = domains.find(processor);
  return found != domains.end() ? found->second[static_cast<std::size_t>(kind)] : std::nullopt;
}

} // namespace heddle
