#include "tests/bench/gemm/options.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace heddle::bench {

namespace {

constexpr char usage[] = R"(usage: %s [options]

  --styles=NAME,...      only these styles; --list tells the names
  --types=TYPE,...       of bf16, i8, u8, f16, tf32
  --sub-groups=SIZE,...  of 8, 16
  --sizes=N,...          sides of square products (512,1024,2048); 0 for none
  --batched=N,...        sides of small products (16,32,64,128); 0 for none
  --skinny=MxNxK,...     products with sides that differ much; 0 for none
  --only=TEXT            only rows whose name, as in "blocks bf16 16 1024", contains TEXT
  --threads=N,...        a table for each number of threads; default all processors
  --seconds=S            for everything (900); the rows share them
  --quick                one size of each kind, f16 and tf32 and sub-groups of 8 for a few styles,
                         200 seconds
  --check                no figures: each kernel once, on small products
  --onednn               oneDNN beside it, where python3 has PyTorch
  --cpu-time             processor time instead of wall-clock time, where other work is running
  --list                 the names of the rows

--peer-vendors and --no-peer are for other benchmarks and are ignored.
)";

std::vector<std::string> parts(const std::string &text, char separator) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    result.push_back(part);
  return result;
}

unsigned number(const std::string &text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos || text.size() > 6)
    throw std::runtime_error("'" + text + "' is no number");
  return unsigned(std::stoul(text));
}

/// Those that are not 0, and multiples of `unit`.
std::vector<unsigned> numbers(const std::string &text, unsigned unit = 1) {
  std::vector<unsigned> result;
  for (const std::string &part : parts(text, ',')) {
    const unsigned value = number(part);
    if (value % unit)
      throw std::runtime_error(part + " is not a multiple of " + std::to_string(unit));
    if (value)
      result.push_back(value);
  }
  return result;
}

Type typeNamed(const std::string &name) {
  for (Type type : {Type::bf16, Type::f16, Type::i8, Type::u8, Type::tf32})
    if (name == traitsOf(type).name)
      return type;
  throw std::runtime_error("there is no type '" + name + "'");
}

Shape shapeNamed(const std::string &text) {
  const std::vector<std::string> sides = parts(text, 'x');
  if (sides.size() != 3)
    throw std::runtime_error("'" + text + "' is not of the form MxNxK");
  const Shape shape = {number(sides[0]), number(sides[1]), number(sides[2])};
  if (!shape.m || shape.m % 16 || !shape.n || shape.n % 16 || !shape.k || shape.k % 64)
    throw std::runtime_error(text + " has sides that are no multiples of 16, 16 and 64");
  return shape;
}

void makeQuick(GemmOptions &options) {
  options.sizes = {1024};
  options.batchedSizes = {64};
  options.skinny = {{16, 4096, 4096}};
  options.seconds = 200;
  options.isQuick = true;
}

/// Returns false for an option that there is not.
bool parseOne(const std::string &argument, GemmOptions &options) {
  std::string value;
  const auto is = [&](const char *name) {
    if (argument.rfind(name, 0) != 0)
      return false;
    value = argument.substr(std::strlen(name));
    return true;
  };
  if (is("--styles=")) {
    options.styles = parts(value, ',');
    for (const std::string &name : options.styles)
      if (std::ranges::none_of(styles(), [&](const Style &style) { return style.name == name; }))
        throw std::runtime_error("there is no style '" + name + "'");
  } else if (is("--types=")) {
    options.types.clear();
    for (const std::string &name : parts(value, ','))
      options.types.push_back(typeNamed(name));
  } else if (is("--sub-groups=")) {
    options.subGroupSizes = numbers(value);
    for (unsigned size : options.subGroupSizes)
      if (size != 8 && size != 16)
        throw std::runtime_error("sub-groups have 8 or 16 lanes");
  } else if (is("--sizes=")) {
    options.sizes = numbers(value, 128);
  } else if (is("--batched=")) {
    options.batchedSizes = numbers(value, 16);
  } else if (is("--skinny=")) {
    options.skinny.clear();
    if (value != "0")
      for (const std::string &text : parts(value, ','))
        options.skinny.push_back(shapeNamed(text));
  } else if (is("--only=")) {
    options.only = value;
  } else if (is("--threads=")) {
    options.threads = numbers(value);
  } else if (is("--seconds=")) {
    options.seconds = number(value);
  } else if (argument == "--quick") {
    makeQuick(options);
  } else if (argument == "--check") {
    options.onlyChecks = true;
    options.sizes = {128};
    options.batchedSizes = {16, 64};
    options.skinny = {{16, 512, 256}, {256, 32, 256}};
  } else if (argument == "--onednn") {
    options.withOneDnn = true;
  } else if (argument == "--cpu-time") {
    options.cpuTime = true;
  } else if (argument == "--list") {
    options.lists = true;
  } else {
    return argument == "--no-peer" || argument.rfind("--peer-vendors=", 0) == 0;
  }
  return true;
}

} // namespace

std::optional<GemmOptions> parseGemmOptions(int count, char **arguments, int &status) {
  GemmOptions options;
  status = 2;
  try {
    for (int i = 1; i < count; ++i)
      if (!parseOne(arguments[i], options)) {
        const bool isWanted = std::strcmp(arguments[i], "--help") == 0;
        std::fprintf(isWanted ? stdout : stderr, usage, arguments[0]);
        status = isWanted ? 0 : 2;
        return std::nullopt;
      }
  } catch (const std::runtime_error &error) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], error.what());
    return std::nullopt;
  }
  if (options.threads.empty())
    options.threads = {std::thread::hardware_concurrency()};
  return options;
}

namespace {

/// In the quick table only these stand for the rest.
bool isWantedQuickly(const Style &style, Type type, unsigned subGroupSize) {
  const bool isCommon = type == Type::bf16 || type == Type::i8;
  if (isCommon && subGroupSize == 16)
    return true;
  for (const char *name : {"one", "blocks", "rows", "local_ab"})
    if (std::strcmp(style.name, name) == 0)
      return isCommon || (subGroupSize == 16 && type != Type::u8);
  return false;
}

} // namespace

std::vector<RowGroup> wantedRows(const GemmOptions &options) {
  std::vector<RowGroup> groups;
  for (Type type : options.types) {
    const auto add = [&](const Shape &shape, auto isFor) {
      RowGroup group = {type, {}};
      for (unsigned size : options.subGroupSizes)
        for (const Style &style : styles()) {
          Row row = {&style, type, size, shape};
          if (!style.takes(type, size) || !isFor(style))
            continue;
          if (style.sides == Sides::ragged)
            row.shape = {shape.m - 5, shape.n - 3, shape.k - traitsOf(type).step / 2};
          const bool isNamed =
              options.styles.empty() ||
              std::ranges::find(options.styles, style.name) != options.styles.end();
          if (isNamed && row.name().find(options.only) != std::string::npos &&
              (!options.isQuick || isWantedQuickly(style, type, size)))
            group.rows.push_back(row);
        }
      if (!group.rows.empty())
        groups.push_back(group);
    };
    for (unsigned size : options.sizes)
      add({size, size, size}, [](const Style &style) { return style.sides != Sides::batched; });
    for (const Shape &shape : options.skinny)
      add(shape, [](const Style &style) { return style.sides == Sides::skinny; });
    // As much work as a product of 512.
    for (unsigned size : options.batchedSizes) {
      const unsigned batch = options.onlyChecks ? 3 : (512 / size) * (512 / size) * 512 / size;
      add({size, size, std::max(size, traitsOf(type).step), batch},
          [](const Style &style) { return style.sides == Sides::batched; });
    }
  }
  return groups;
}

} // namespace heddle::bench
