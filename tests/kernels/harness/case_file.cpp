#include "tests/kernels/harness/case_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace heddle::test {

namespace {

using Words = std::vector<std::string>;

Words splitWords(const std::string &text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

std::string replaceAll(std::string text, const std::string &from, const std::string &to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

bool readSizes(const std::string &text, std::array<std::size_t, 3> &sizes, unsigned &dimensions) {
  std::istringstream stream(text);
  dimensions = 0;
  for (std::string part; std::getline(stream, part, 'x');) {
    if (dimensions == 3 || part.empty() || part.find_first_not_of("0123456789") != part.npos)
      return false;
    sizes[dimensions++] = std::strtoull(part.c_str(), nullptr, 10);
  }
  return dimensions > 0;
}

/// "12x6/4x3+1x2": global size, then local size and offset, which may be missing.
bool readLaunch(std::string text, Launch &launch) {
  unsigned dimensions = 0;
  if (std::size_t plus = text.find('+'); plus != std::string::npos) {
    if (!readSizes(text.substr(plus + 1), launch.globalOffset, dimensions))
      return false;
    text.resize(plus);
  }
  if (std::size_t slash = text.find('/'); slash != std::string::npos) {
    if (!readSizes(text.substr(slash + 1), launch.localSize, dimensions))
      return false;
    launch.localGiven = true;
    text.resize(slash);
  }
  return readSizes(text, launch.globalSize, launch.workDim);
}

/// "int 5" or "float4 1 2 3 4": the components of one value.
bool appendValue(const Words &words, std::size_t first, std::size_t last,
                 std::vector<unsigned char> &bytes, std::size_t &alignment) {
  ElementType type;
  if (first >= last || !parseElementType(words[first], type) || last - first - 1 != type.width)
    return false;
  alignment = std::max(alignment, type.bytes());
  bytes.resize((bytes.size() + type.bytes() - 1) / type.bytes() * type.bytes());
  std::size_t at = bytes.size();
  bytes.resize(at + type.bytes());
  for (unsigned i = 0; i < type.width; ++i) {
    const std::string &word = words[first + 1 + i];
    void *place = bytes.data() + at + i * scalarBytes(type.scalar);
    if (type.isFloat())
      storeFloat(type.scalar, std::strtod(word.c_str(), nullptr), place);
    else if (word[0] == '-')
      storeInteger(type.scalar, std::uint64_t(std::strtoll(word.c_str(), nullptr, 0)), place);
    else
      storeInteger(type.scalar, std::strtoull(word.c_str(), nullptr, 0), place);
  }
  return true;
}

bool readData(const Words &words, std::size_t at, Data &data) {
  if (at == words.size())
    return true;
  struct Name {
    const char *name;
    Data::Kind kind;
  };
  static constexpr Name names[] = {
      {"zero", Data::Kind::zero},       {"random", Data::Kind::random},
      {"range", Data::Kind::range},     {"iota", Data::Kind::iota},
      {"special", Data::Kind::special}, {"values", Data::Kind::values},
      {"canary", Data::Kind::canary},   {"permutation", Data::Kind::permutation},
      {"nonzero", Data::Kind::nonzero}};
  auto *found = std::find_if(std::begin(names), std::end(names),
                             [&](const Name &name) { return words[at] == name.name; });
  if (found == std::end(names))
    return false;
  data.kind = found->kind;
  for (++at; at < words.size(); ++at)
    data.numbers.push_back(std::strtod(words[at].c_str(), nullptr));
  if (data.kind == Data::Kind::range)
    return data.numbers.size() == 2;
  if (data.kind == Data::Kind::values)
    return !data.numbers.empty();
  return data.kind == Data::Kind::iota ? data.numbers.size() <= 2 : data.numbers.empty();
}

bool readArgument(const std::string &text, Argument &argument) {
  Words words = splitWords(text);
  if (words.empty())
    return false;
  if (words[0] == "value" || words[0] == "struct") {
    argument.kind = Argument::Kind::value;
    bool isStruct = words[0] == "struct";
    std::size_t alignment = 1;
    std::size_t start = 1;
    for (std::size_t at = start; at <= words.size(); ++at) {
      if (at < words.size() && words[at] != ";")
        continue;
      if (!appendValue(words, start, at, argument.bytes, alignment))
        return false;
      start = at + 1;
    }
    if (isStruct)
      argument.bytes.resize((argument.bytes.size() + alignment - 1) / alignment * alignment);
    return true;
  }

  std::size_t at = 0;
  if (words[0] == "local")
    argument.kind = Argument::Kind::local;
  argument.output = words[0] == "out" || words[0] == "inout";
  if (words[0] == "out")
    argument.data.kind = Data::Kind::canary;
  if (words[0] == "local" || words[0] == "out" || words[0] == "inout" || words[0] == "in")
    ++at;
  if (at == words.size())
    return false;
  std::size_t bracket = words[at].find('[');
  if (bracket == std::string::npos || words[at].back() != ']' ||
      !parseElementType(std::string_view(words[at]).substr(0, bracket), argument.type))
    return false;
  argument.count = words[at].substr(bracket + 1, words[at].size() - bracket - 2);
  return readData(words, at + 1, argument.data);
}

const char *const defaultLaunches = "64/16 33/33 17/17 100/10 7/1 40/8+5 24";

/// What the lines above a kernel line have set.
struct State {
  std::string launches = defaultLaunches;
  Words types;
  double ulp = 0;
  bool oracle = true;
  bool reference = false;
};

bool addKernel(const State &state, const std::string &line, CaseFile &file) {
  std::size_t colon = line.find(':');
  KernelCase kernel;
  Words name = splitWords(line.substr(0, colon));
  if (name.size() != 1)
    return false;
  kernel.name = name[0];
  kernel.ulp = state.ulp;
  kernel.oracle = state.oracle;
  kernel.reference = state.reference;
  for (const std::string &word : splitWords(state.launches)) {
    Launch launch;
    if (!readLaunch(word, launch))
      return false;
    kernel.launches.push_back(launch);
  }
  if (colon != std::string::npos) {
    std::istringstream arguments(line.substr(colon + 1));
    for (std::string part; std::getline(arguments, part, '|');) {
      Argument argument;
      if (!readArgument(part, argument))
        return false;
      kernel.arguments.push_back(argument);
    }
  }
  file.kernels.push_back(std::move(kernel));
  return true;
}

bool readLine(const std::string &line, State &state, CaseFile &file) {
  std::size_t space = line.find(' ');
  std::string word = line.substr(0, space);
  std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
  if (word == "kernel") {
    if (line.find("$T") == std::string::npos)
      return addKernel(state, rest, file);
    return std::all_of(state.types.begin(), state.types.end(), [&](const std::string &type) {
      return addKernel(state, replaceAll(rest, "$T", type), file);
    });
  }
  if (word == "types")
    state.types = splitWords(rest);
  else if (word == "launch")
    state.launches = rest == "default" ? defaultLaunches : rest;
  else if (word == "options")
    file.options = rest;
  else if (word == "ulp")
    state.ulp = std::strtod(rest.c_str(), nullptr);
  else if (word == "oracle")
    state.oracle = rest != "off";
  else if (word == "reference")
    state.reference = rest != "off";
  else if (word == "untyped")
    file.untypedPointers = rest != "off";
  else if (word == "sizes")
    for (const std::string &size : splitWords(rest))
      file.sizes.push_back(unsigned(std::strtoul(size.c_str(), nullptr, 10)));
  else
    return false;
  return true;
}

} // namespace

std::string Launch::text() const {
  auto sizes = [&](const std::array<std::size_t, 3> &values) {
    std::string result = std::to_string(values[0]);
    for (unsigned i = 1; i < workDim; ++i)
      result += "x" + std::to_string(values[i]);
    return result;
  };
  std::string result = sizes(globalSize);
  if (localGiven)
    result += "/" + sizes(localSize);
  if (globalOffset != std::array<std::size_t, 3>{0, 0, 0})
    result += "+" + sizes(globalOffset);
  return result;
}

std::size_t Argument::elements(const Launch &launch) const {
  // A sum of products of numbers and n, g, l.
  std::istringstream sum(count);
  std::size_t total = 0;
  for (std::string term; std::getline(sum, term, '+');) {
    std::istringstream product(term);
    std::size_t value = 1;
    for (std::string factor; std::getline(product, factor, '*');) {
      if (factor == "n")
        value *= launch.items();
      else if (factor == "g")
        value *= launch.groups();
      else if (factor == "l")
        value *= launch.localItems();
      else
        value *= std::strtoull(factor.c_str(), nullptr, 10);
    }
    total += value;
  }
  return total;
}

bool readCaseFile(const std::string &path, const std::string &name, CaseFile &file,
                  std::string &error) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    error = path + ": cannot be read";
    return false;
  }
  file.path = path;
  file.name = name;
  file.options = "-cl-std=CL3.0";
  State state;
  unsigned number = 0;
  std::string pending;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    file.source += line + "\n";
    if (!line.starts_with("//! "))
      continue;
    pending += line.substr(4);
    if (pending.ends_with("\\")) { // goes on in the next //! line
      pending.pop_back();
      continue;
    }
    if (!readLine(pending, state, file)) {
      error = path + ":" + std::to_string(number) + ": cannot read '" + pending + "'";
      return false;
    }
    pending.clear();
  }
  if (file.kernels.empty()) {
    error = path + ": has no line '//! kernel …'";
    return false;
  }
  return true;
}

} // namespace heddle::test
