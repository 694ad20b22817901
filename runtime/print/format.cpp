// The conversions are the C library's: each is put together again, with the argument's size, for
// one snprintf a component. The commonest are std::to_chars', which gives the same several times as
// quickly.
//
//   %-+ #08.3v4hld   flags, width, precision, vector specifier, length modifier, conversion
#include "runtime/print/format.hpp"

#include <algorithm>
#include <charconv>
#include <climits>
#include <clocale>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace heddle {

namespace {

// Numbers of the application's language would be another result on another machine.
class PlainLocale {
public:
  PlainLocale() : previous(plain() ? ::uselocale(plain()) : nullptr) {}
  PlainLocale(const PlainLocale &) = delete;
  PlainLocale &operator=(const PlainLocale &) = delete;
  ~PlainLocale() {
    if (previous)
      ::uselocale(previous);
  }

private:
  static locale_t plain() {
    static const locale_t locale = ::newlocale(LC_ALL_MASK, "C", nullptr);
    return locale;
  }
  locale_t previous;
};

struct Conversion {
  std::string flags;
  int width = 0;
  int precision = -1;    ///< none
  unsigned elements = 0; ///< of the vector specifier, 0 without one
  unsigned size = 0;     ///< bytes of an element that the length modifier names, 0 without one
  char specifier = 0;
};

/// Reads what follows the '%' and moves `next` behind it. Nothing when it is no conversion; then
/// `next` is where the reading stopped.
class ConversionReader {
public:
  ConversionReader(const char *&next, std::size_t limit)
      : next(next), limit(static_cast<int>(std::min<std::size_t>(limit, INT_MAX / 2))) {}

  std::optional<Conversion> read() {
    Conversion result;
    for (; *next && std::strchr("-+ #0", *next); ++next)
      if (result.flags.find(*next) == std::string::npos)
        result.flags += *next;
    result.width = number();
    if (*next == '.') {
      ++next;
      result.precision = number();
    }
    if (*next == 'v') {
      ++next;
      result.elements = static_cast<unsigned>(number());
      constexpr unsigned vectors[] = {2, 3, 4, 8, 16};
      if (std::find(std::begin(vectors), std::end(vectors), result.elements) == std::end(vectors))
        return std::nullopt;
    }
    const bool isVector = result.elements > 0;
    readLength(result);
    if (!*next)
      return std::nullopt;
    result.specifier = *next++;
    const bool isNumber = std::strchr("diouxXfFeEgGaA", result.specifier);
    if (!isNumber && !(std::strchr("csp%", result.specifier) && !isVector && result.size == 0))
      return std::nullopt;
    return result;
  }

private:
  /// Digits, cut off at what no text can be longer than.
  int number() {
    int value = 0;
    for (; *next >= '0' && *next <= '9'; ++next)
      value = value > limit / 10 ? limit : std::min(limit, 10 * value + (*next - '0'));
    return value;
  }

  void readLength(Conversion &result) {
    if (*next == 'h') {
      ++next;
      if (*next == 'h') {
        ++next;
        result.size = 1;
      } else if (*next == 'l') {
        ++next;
        result.size = 4;
      } else {
        result.size = 2;
      }
    } else if (*next == 'l') {
      next += next[1] == 'l' ? 2 : 1;
      result.size = 8;
    }
  }

  const char *&next;
  const int limit;
};

/// One element of one argument, read from the record.
class Element {
public:
  Element(const PrintArguments &arguments, std::uint32_t argument, unsigned element)
      : type(arguments.types[argument]) {
    const auto *values = static_cast<const unsigned char *>(arguments.values);
    std::memcpy(bytes, values + type.offset + std::size_t(element) * type.elementSize,
                std::min<std::size_t>(type.elementSize, sizeof(bytes)));
  }

  bool isString() const { return type.kind == heddlePrintString; }

  double floating() const {
    if (type.kind != heddlePrintFloat)
      return static_cast<double>(integer());
    if (type.elementSize == 8)
      return as<double>();
    return static_cast<double>(as<float>());
  }

  /// With the element's sign when `size` bytes (0: all it has) of it are taken.
  std::int64_t integer(unsigned size = 0) const {
    if (type.kind == heddlePrintFloat)
      return saturated(floating());
    const unsigned shift = 64 - 8 * sizeOr(size);
    return static_cast<std::int64_t>(as<std::uint64_t>() << shift) >> shift;
  }
  std::uint64_t natural(unsigned size = 0) const {
    if (type.kind == heddlePrintFloat)
      return static_cast<std::uint64_t>(saturated(floating()));
    const unsigned shift = 64 - 8 * sizeOr(size);
    return as<std::uint64_t>() << shift >> shift;
  }
  const char *string() const { return as<const char *>(); }

private:
  template <typename T> T as() const {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
  }
  unsigned sizeOr(unsigned size) const {
    const unsigned own = std::clamp<unsigned>(type.elementSize, 1, 8);
    return size && size < own ? size : own;
  }
  static std::int64_t saturated(double value) {
    constexpr double bound = 9223372036854775808.0; // 2^63
    if (value >= bound)
      return std::numeric_limits<std::int64_t>::max();
    if (value <= -bound)
      return std::numeric_limits<std::int64_t>::min();
    return value == value ? static_cast<std::int64_t>(value) : 0;
  }

  const HeddlePrintArgument &type;
  unsigned char bytes[8] = {};
};

template <typename... Values>
void appendFormatted(std::string &text, const std::string &conversion, Values... values) {
  const PlainLocale locale;
  char small[256];
  // The conversions are put together here, from checked parts.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int length = std::snprintf(small, sizeof(small), conversion.c_str(), values...);
  if (length < 0)
    return;
  const auto size = static_cast<std::size_t>(length);
  if (size < sizeof(small)) {
    text.append(small, size);
    return;
  }
  const std::size_t start = text.size();
  text.resize(start + size + 1);
  std::snprintf(text.data() + start, size + 1, conversion.c_str(), values...);
#pragma GCC diagnostic pop
  text.pop_back();
}

void appendPadded(std::string &text, const Conversion &conversion, std::string_view value) {
  const std::size_t width = static_cast<std::size_t>(conversion.width);
  const std::size_t padding = width > value.size() ? width - value.size() : 0;
  const bool isLeft = conversion.flags.find('-') != std::string::npos;
  if (!isLeft)
    text.append(padding, ' ');
  text += value;
  if (isLeft)
    text.append(padding, ' ');
}

/// Of a number without flags but '-'; false where to_chars has no such conversion. A float of 64
/// bits has up to 309 digits in front of its point.
bool appendPlainly(std::string &text, const Conversion &conversion, const Element &element) {
  constexpr int mostPrecision = 64, digitsOfDouble = 320;
  const auto append = [&](auto... arguments) {
    char digits[digitsOfDouble + mostPrecision];
    const std::to_chars_result end =
        std::to_chars(std::begin(digits), std::end(digits), arguments...);
    if (end.ec != std::errc())
      return false;
    appendPadded(text, conversion, {digits, end.ptr});
    return true;
  };
  if (conversion.flags.find_first_not_of('-') != std::string::npos ||
      conversion.precision > mostPrecision)
    return false;
  constexpr int usualPrecision = 6;
  const int precision = conversion.precision < 0 ? usualPrecision : conversion.precision;
  const bool isWhole = conversion.precision < 0;
  switch (conversion.specifier) {
  case 'd':
  case 'i':
    return isWhole && append(element.integer(conversion.size));
  case 'u':
    return isWhole && append(element.natural(conversion.size));
  case 'x':
    return isWhole && append(element.natural(conversion.size), 16);
  case 'f':
    return append(element.floating(), std::chars_format::fixed, precision);
  case 'e':
    return append(element.floating(), std::chars_format::scientific, precision);
  case 'g':
    return append(element.floating(), std::chars_format::general, precision);
  default:
    return false;
  }
}

/// False when the element cannot be printed so.
bool appendElement(std::string &text, std::size_t limit, const Conversion &conversion,
                   const Element &element) {
  if (appendPlainly(text, conversion, element))
    return true;
  const std::string start = "%" + conversion.flags + "*.*";
  const int width = conversion.width, precision = conversion.precision;
  switch (conversion.specifier) {
  case 'd':
  case 'i':
    appendFormatted(text, start + "lld", width, precision,
                    static_cast<long long>(element.integer(conversion.size)));
    return true;
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    appendFormatted(text, start + "ll" + conversion.specifier, width, precision,
                    static_cast<unsigned long long>(element.natural(conversion.size)));
    return true;
  case 'c': {
    const char character = static_cast<char>(element.natural());
    appendPadded(text, conversion, {&character, 1});
    return true;
  }
  case 'p': {
    std::string address;
    appendFormatted(address, "%#llx", static_cast<unsigned long long>(element.natural()));
    appendPadded(text, conversion, element.natural() ? address : "0x0");
    return true;
  }
  case 's': {
    if (!element.isString())
      return false;
    const char *string = element.string();
    if (!string)
      string = "(null)";
    // One byte more than fits is enough to see that it does not.
    std::size_t most = limit + 1;
    if (precision >= 0)
      most = std::min(most, static_cast<std::size_t>(precision));
    appendPadded(text, conversion, {string, ::strnlen(string, most)});
    return true;
  }
  default:
    appendFormatted(text, start + conversion.specifier, width, precision, element.floating());
    return true;
  }
}

bool appendArgument(std::string &text, std::size_t limit, const Conversion &conversion,
                    const PrintArguments &arguments, std::uint32_t argument) {
  const unsigned present = arguments.types[argument].elements;
  const unsigned wanted = std::max(1u, conversion.elements);
  for (unsigned i = 0, count = std::min(present, wanted); i < count; ++i) {
    if (i > 0)
      text += ',';
    if (!appendElement(text, limit, conversion, Element(arguments, argument, i)))
      return false;
  }
  return wanted <= present;
}

} // namespace

bool formatPrint(std::string &text, std::size_t limit, const char *format,
                 const PrintArguments &arguments) {
  bool isGood = true;
  std::uint32_t used = 0;
  for (const char *next = format; *next;) {
    const char *start = next;
    next += std::strcspn(next, "%");
    text.append(start, next);
    if (*next == '%') {
      start = next++;
      std::optional<Conversion> conversion = ConversionReader(next, limit).read();
      if (conversion && conversion->specifier == '%') {
        text += '%';
      } else if (!conversion || used == arguments.count) {
        text.append(start, next);
        isGood = false;
      } else if (!appendArgument(text, limit, *conversion, arguments, used++)) {
        isGood = false;
      }
    }
    if (text.size() > limit)
      return false;
  }
  return isGood;
}

} // namespace heddle
