// The option string of clBuildProgram: its quoting, and what becomes of each option.
#include "compiler/frontend/language_options.hpp"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

using namespace heddle::compiler;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

std::vector<std::string> words(llvm::StringRef options) {
  llvm::Expected<std::vector<std::string>> result = splitOptions(options);
  if (!result) {
    ADD_FAILURE() << llvm::toString(result.takeError());
    return {};
  }
  return *result;
}

LanguageOptions parsed(llvm::StringRef options) {
  llvm::Expected<LanguageOptions> result = parseLanguageOptions(options);
  if (!result) {
    ADD_FAILURE() << llvm::toString(result.takeError());
    return {};
  }
  return std::move(*result);
}

std::string refusal(llvm::StringRef options) {
  llvm::Expected<LanguageOptions> result = parseLanguageOptions(options);
  return result ? "accepted" : llvm::toString(result.takeError());
}

TEST(SplitOptions, SeparatesAtAnyWhiteSpace) {
  EXPECT_THAT(words("  -w\t-Werror\n-I  dir "), ElementsAre("-w", "-Werror", "-I", "dir"));
  EXPECT_THAT(words(""), IsEmpty());
  EXPECT_THAT(words(" \t\n"), IsEmpty());
}

TEST(SplitOptions, QuotesJoinAndVanish) {
  EXPECT_THAT(words(R"(-I "a b" -D'X=1 2'Y "")"), ElementsAre("-I", "a b", "-DX=1 2Y", ""));
}

TEST(SplitOptions, BackslashTakesTheNextCharacter) {
  EXPECT_THAT(words(R"(-DS=\"hi\" a\ b c\\d)"), ElementsAre("-DS=\"hi\"", "a b", "c\\d"));
}

TEST(SplitOptions, InDoubleQuotesOnlyQuoteAndBackslashAreEscaped) {
  EXPECT_THAT(words(R"("a\"b" "c\\d" "e\nf")"), ElementsAre("a\"b", "c\\d", "e\\nf"));
}

TEST(SplitOptions, SingleQuotesKeepEverything) {
  EXPECT_THAT(words(R"('a\"b' 'c"d')"), ElementsAre("a\\\"b", "c\"d"));
}

TEST(SplitOptions, ExpandsNothing) {
  EXPECT_THAT(words("-DA={1,2,{3}} -DB=$HOME* -DC=(x)?~"),
              ElementsAre("-DA={1,2,{3}}", "-DB=$HOME*", "-DC=(x)?~"));
}

TEST(SplitOptions, TakesSeveralKilobytes) {
  std::string options;
  for (int i = 0; i < 2000; ++i)
    options += "-DNAME" + std::to_string(i) + "={" + std::to_string(i) + "} ";
  EXPECT_EQ(words(options).size(), 2000u);
}

TEST(SplitOptions, RefusesAQuoteThatNeverEnds) {
  EXPECT_THAT(refusal("-w -DX=\"abc"), HasSubstr("position 8"));
  EXPECT_THAT(refusal("-DX='abc"), HasSubstr("never ends"));
}

TEST(ParseLanguageOptions, DefaultLanguageIsOpenCLC12) {
  EXPECT_THAT(parsed("").clangArguments, Contains("-cl-std=cl1.2"));
  EXPECT_TRUE(parsed("").uniformWorkGroups);
}

TEST(ParseLanguageOptions, KnowsEveryLanguageVersion) {
  EXPECT_THAT(parsed("-cl-std=CL1.0").clangArguments, Contains("-cl-std=cl1.0"));
  EXPECT_THAT(parsed("-cl-std=CL1.1").clangArguments, Contains("-cl-std=cl1.1"));
  EXPECT_THAT(parsed("-cl-std=CL2.0").clangArguments, Contains("-cl-std=cl2.0"));
  EXPECT_THAT(parsed("-cl-std=CL3.0").clangArguments, Contains("-cl-std=cl3.0"));
  EXPECT_THAT(parsed("-cl-std=CLC++1.0").clangArguments, Contains("-cl-std=clc++1.0"));
  EXPECT_THAT(parsed("-cl-std=CLC++2021").clangArguments, Contains("-cl-std=clc++2021"));
  EXPECT_THAT(refusal("-cl-std=CL4.0"), HasSubstr("'-cl-std=CL4.0'"));
}

TEST(ParseLanguageOptions, TheLastLanguageVersionCounts) {
  EXPECT_THAT(parsed("-cl-std=CL1.1 -cl-std=CL3.0").clangArguments,
              testing::AllOf(Contains("-cl-std=cl3.0"), Not(Contains("-cl-std=cl1.1"))));
}

TEST(ParseLanguageOptions, NewerLanguagesHaveNonUniformWorkGroupsUnlessTold) {
  EXPECT_FALSE(parsed("-cl-std=CL3.0").uniformWorkGroups);
  EXPECT_TRUE(parsed("-cl-std=CL3.0 -cl-uniform-work-group-size").uniformWorkGroups);
}

TEST(ParseLanguageOptions, ValuesOfMacrosAndFoldersMayStandInTheNextWord) {
  EXPECT_THAT(parsed("-D A=1 -DB -I dir -Iother -U C").clangArguments,
              IsSupersetOf({"-D", "A=1", "B", "-I", "dir", "other", "-U", "C"}));
  EXPECT_THAT(refusal("-D"), HasSubstr("'-D' needs a value"));
}

TEST(ParseLanguageOptions, PassesMathOptionsOn) {
  for (const char *option :
       {"-cl-single-precision-constant", "-cl-fp32-correctly-rounded-divide-sqrt", "-cl-mad-enable",
        "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
        "-cl-fast-relaxed-math", "-cl-kernel-arg-info", "-w", "-Werror"})
    EXPECT_THAT(parsed(option).clangArguments, Contains(option));
}

TEST(ParseLanguageOptions, AcceptsOptionsThatChangeNothing) {
  for (const char *option : {"-cl-denorms-are-zero", "-cl-strict-aliasing", "-cl-no-subgroup-ifp",
                             "-cl-intel-256-GRF-per-thread", "-ze-opt-large-register-file",
                             "-cl-intel-greater-than-4GB-buffer-required", "-O3", "-fno-bin-llvmir",
                             "-save-temps", "-s file.cl", "-igc_opts 'a=b'", "-cl-fp64-gen-emu",
                             "-cl-fp64-gen-conv-emu", "-cl-poison-unsupported-fp64-kernels",
                             "-Xfinalizer -printregusage", "-cl-intel-exp-register-file-size 64",
                             "-ze-opt-regular-grf-kernel name", "-cl-intel-reqd-eu-thread-count 8"})
    EXPECT_THAT(parsed(option).clangArguments, Not(Contains(option))) << option;
}

TEST(ParseLanguageOptions, PassesWarningsOn) {
  for (const char *option : {"-Wall", "-Wno-unused-variable", "-Werror=format"})
    EXPECT_THAT(parsed(option).clangArguments, Contains(option));
  EXPECT_THAT(refusal("-Wf,-O3"), HasSubstr("'-Wf,-O3'"));
}

TEST(ParseLanguageOptions, DebugAndOptimizationOptions) {
  EXPECT_TRUE(parsed("-g").debugInfo);
  EXPECT_FALSE(parsed("-cl-opt-disable").optimize);
  EXPECT_TRUE(parsed("-cl-fast-relaxed-math").fastMath);
}

TEST(ParseLanguageOptions, NamesTheUnknownOption) {
  EXPECT_THAT(refusal("-w -bogus -Werror"), HasSubstr("unknown build option '-bogus'"));
  EXPECT_THAT(refusal("-s"), HasSubstr("'-s' needs a value"));
  EXPECT_THAT(refusal("-Xfinalizer"), HasSubstr("'-Xfinalizer' needs a value"));
  EXPECT_THAT(refusal("word"), HasSubstr("'word'"));
  EXPECT_THAT(refusal("-create-library"), HasSubstr("clLinkProgram"));
}

} // namespace
