#include "runtime/print/format.hpp"

#include "tests/unit/runtime/print/record.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

namespace heddle::test {

namespace {

constexpr std::size_t limit = 1 << 20;

template <typename... Values> std::string text(const char *format, const Values &...values) {
  std::string result;
  const Record record(values...);
  EXPECT_TRUE(formatPrint(result, limit, format, record.arguments())) << format;
  return result;
}

/// A format that does not fit its arguments: no crash, and a text all the same.
template <typename... Values> std::string badText(const char *format, const Values &...values) {
  std::string result;
  const Record record(values...);
  EXPECT_FALSE(formatPrint(result, limit, format, record.arguments())) << format;
  return result;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

TEST(PrintFormat, TextWithoutConversionsStaysAsItIs) {
  EXPECT_EQ(text(""), "");
  EXPECT_EQ(text("hello\n"), "hello\n");
  EXPECT_EQ(text("100%%"), "100%");
}

TEST(PrintFormat, IntegersHaveFlagsWidthAndPrecision) {
  EXPECT_EQ(text("%d %i %u", -5, 6, -1), "-5 6 4294967295");
  EXPECT_EQ(text("[%5d|%-5d|%05d|%+d|% d|%.4d]", 42, 42, 42, 42, 42, 42),
            "[   42|42   |00042|+42| 42|0042]");
  EXPECT_EQ(text("%x %X %#x %o %#o", 255, 255, 255, 8, 8), "ff FF 0xff 10 010");
  EXPECT_EQ(text("[%.0d|%.d|%3.2x]", 0, 0, 10), "[|| 0a]");
  EXPECT_EQ(text("[%-+6.3d]", 7), "[+007  ]");
}

TEST(PrintFormat, LengthModifiersCutIntegers) {
  EXPECT_EQ(text("%hhd %hhu %hd %hu", 0x1ff, 0x1ff, 0x1ffff, 0x1ffff), "-1 255 -1 65535");
  EXPECT_EQ(text("%hhx", -1), "ff");
}

TEST(PrintFormat, LongsArePrintedWhole) {
  EXPECT_EQ(text("%ld", std::int64_t(-5000000000)), "-5000000000");
  EXPECT_EQ(text("%lu %lx", ~std::uint64_t(0), ~std::uint64_t(0)),
            "18446744073709551615 ffffffffffffffff");
  EXPECT_EQ(text("%lld", std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
}

TEST(PrintFormat, TheArgumentDecidesWhereTheFormatNamesAnotherSize) {
  EXPECT_EQ(text("%d", std::int64_t(5000000000)), "5000000000");
  EXPECT_EQ(text("%ld", -3), "-3");
  EXPECT_EQ(text("%f %d %x", 3, 2.75, -1.5), "3.000000 2 ffffffffffffffff");
  EXPECT_EQ(text("%d %d %d", 1e300, -1e300, std::nan("")),
            "9223372036854775807 -9223372036854775808 0");
}

TEST(PrintFormat, FloatingPointIsThatOfC) {
  EXPECT_EQ(text("%f %F %.0f %#.0f", 10.3456, 10.3456, 2.5, 2.5), "10.345600 10.345600 2 2.");
  EXPECT_EQ(text("%e %.2E %g %G", 12345.678, 0.00012, 1e-10, 1e20),
            "1.234568e+04 1.20E-04 1e-10 1E+20");
  EXPECT_EQ(text("%a %A %.1a", 0.5, 1.0, 1.999), "0x1p-1 0X1P+0 0x2.0p+0");
  EXPECT_EQ(text("[%8.2f|%-8.2f|%08.2f|%+.1f]", 3.14159, 3.14159, -3.14159, 2.0),
            "[    3.14|3.14    |-0003.14|+2.0]");
  EXPECT_EQ(text("%f", 0.1f), "0.100000");
  EXPECT_EQ(text("%.10f", 0.1f), "0.1000000015");
}

// What is not left to the C library is the same.
TEST(PrintFormat, FloatingPointOfAllMagnitudesIsThatOfC) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::bit_cast<double>(std::uint64_t(random()));
    for (const char *format : {"%f", "%e", "%g", "%.0f", "%12.3e", "%-9.2g|", "%.17g", "%.64f"}) {
      char expected[512];
      std::snprintf(expected, sizeof(expected), format, value);
      ASSERT_EQ(text(format, value), expected) << format;
    }
  }
}

TEST(PrintFormat, InfinitiesAndNansAreNamed) {
  EXPECT_EQ(text("%f %F %e %G", infinity, infinity, -infinity, -infinity), "inf INF -inf -INF");
  EXPECT_EQ(text("%f %E", std::nan(""), std::nan("")), "nan NAN");
  EXPECT_EQ(text("[%06f]", infinity), "[   inf]");
}

TEST(PrintFormat, VectorsAreListsOfTheirElements) {
  EXPECT_EQ(text("%v4hld", std::array{1, -2, 3, -4}), "1,-2,3,-4");
  EXPECT_EQ(text("%v2lu", std::array<std::uint64_t, 2>{1, ~std::uint64_t(0)}),
            "1,18446744073709551615");
  EXPECT_EQ(text("%v4hhd", std::array<std::int8_t, 4>{1, -1, 127, -128}), "1,-1,127,-128");
  EXPECT_EQ(text("%#v2hhx", std::array<std::int8_t, 2>{-1, 16}), "0xff,0x10");
  EXPECT_EQ(text("%v8hu", std::array<std::int16_t, 8>{-1, 1, 2, 3, 4, 5, 6, 7}),
            "65535,1,2,3,4,5,6,7");
  EXPECT_EQ(text("%2.2v4hlf", std::array{1.0f, 2.0f, 3.0f, 4.0f}), "1.00,2.00,3.00,4.00");
  EXPECT_EQ(text("[%-5v3hld]", std::array{1, 2, 3}), "[1    ,2    ,3    ]");
  EXPECT_EQ(text("%v16hlx", std::array<std::int32_t, 16>{10, 11}),
            "a,b,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
  EXPECT_EQ(text("%v2lg", std::array{0.5, infinity}), "0.5,inf");
}

TEST(PrintFormat, CharactersAndStrings) {
  EXPECT_EQ(text("%c%c|%3c|%-3c|", int('a'), int('b'), int('c'), int('d')), "ab|  c|d  |");
  EXPECT_EQ(text("%c", 0), std::string(1, '\0'));
  const char *string = "weave";
  EXPECT_EQ(text("%s|%7s|%-7s|%.2s|%.s|", string, string, string, string, string),
            "weave|  weave|weave  |we||");
  const char unterminated[] = {'a', 'b', 'c'};
  EXPECT_EQ(text("%.3s", static_cast<const char *>(unterminated)), "abc");
  EXPECT_EQ(text("%s", static_cast<const char *>("50%% %d")), "50%% %d");
  EXPECT_EQ(text("%s", static_cast<const char *>(nullptr)), "(null)");
}

TEST(PrintFormat, Pointers) {
  int *place = reinterpret_cast<int *>(0x1234abcd5678);
  EXPECT_EQ(text("%p", place), "0x1234abcd5678");
  EXPECT_EQ(text("[%16p|%-16p]", place, place), "[  0x1234abcd5678|0x1234abcd5678  ]");
  EXPECT_EQ(text("%p", static_cast<int *>(nullptr)), "0x0");
}

TEST(PrintFormat, WhatIsNoConversionIsWrittenAsItStands) {
  EXPECT_EQ(badText("%"), "%");
  EXPECT_EQ(badText("a%"), "a%");
  EXPECT_EQ(badText("%q %d", 1), "%q 1");
  EXPECT_EQ(badText("%*d", 1, 2), "%*d");
  EXPECT_EQ(badText("%n", 1), "%n");
  EXPECT_EQ(badText("%Lf", 1.0), "%Lf");
  EXPECT_EQ(badText("%v5d", std::array{1, 2}), "%v5d");
  EXPECT_EQ(badText("%v", std::array{1, 2}), "%v");
  EXPECT_EQ(badText("%v99999999999999d", std::array{1, 2}), "%v99999999999999d");
  EXPECT_EQ(badText("%-+ #08.3v4hl", 1), "%-+ #08.3v4hl");
  EXPECT_EQ(badText("%ls", static_cast<const char *>("x")), "%ls");
}

TEST(PrintFormat, NeverReadsMoreThanTheArguments) {
  EXPECT_EQ(badText("%d %d", 1), "1 %d");
  EXPECT_EQ(badText("%s"), "%s");
  EXPECT_EQ(badText("%v4hld", std::array{1, 2}), "1,2");
  EXPECT_EQ(badText("%v16hlf", 1.0f), "1.000000");
  EXPECT_EQ(text("%d", std::array{1, 2}), "1");
}

TEST(PrintFormat, OnlyStringsAreFollowed) {
  int value = 0;
  EXPECT_EQ(badText("[%s]", &value), "[]");
  EXPECT_EQ(badText("[%s] %d", 17, 5), "[] 5");
}

TEST(PrintFormat, StopsAtTheLimit) {
  std::string result;
  const Record record(1, 1.0);
  EXPECT_FALSE(formatPrint(result, 100, "%2147483647d%d", record.arguments()));
  EXPECT_LE(result.size(), 200u);
  result.clear();
  EXPECT_FALSE(formatPrint(result, 100, "%99999999999.99999999999d%f", record.arguments()));
  EXPECT_LE(result.size(), 300u);
  const std::string longText(5000, 'x');
  result.clear();
  const Record string(longText.c_str());
  EXPECT_FALSE(formatPrint(result, 100, "%s%s", string.arguments()));
  EXPECT_LE(result.size(), 300u);
}

TEST(PrintFormat, LongConversionsAreWhole) {
  EXPECT_EQ(text("%4000d", 1), std::string(3999, ' ') + "1");
  EXPECT_EQ(text("%.1000f", 0.5), "0.5" + std::string(999, '0'));
  EXPECT_EQ(text("%f", 1e300).size(), 308u);
}

TEST(PrintFormat, TheLocaleOfTheProgramDoesNotCount) {
  locale_t comma = ::newlocale(LC_ALL_MASK, "de_DE.UTF-8", nullptr);
  if (!comma)
    GTEST_SKIP() << "the system has no locale de_DE.UTF-8";
  const locale_t before = ::uselocale(comma);
  EXPECT_EQ(text("%.2f", 1.5), "1.50");
  EXPECT_EQ(::uselocale(before), comma);
  ::freelocale(comma);
}

} // namespace heddle::test
