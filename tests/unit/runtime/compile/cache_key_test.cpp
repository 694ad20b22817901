#include "runtime/compile/cache_key.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace heddle::compile {
namespace {

class CacheKeyTest : public testing::Test {
protected:
  void SetUp() override {
    folder.write("heddlec", "a compiler");
    folder.write("heddle-builtins.bc", "a library");
    request.input = "kernel void k() {}";
    request.options = "-DX=1";
    request.target = "x86-64-v3";
    request.reportedSubGroupSizes = {16, 32};
    before = key();
  }
  std::string key() { return cacheKey(request, folder / "heddlec"); }

  TemporaryFolder folder;
  abi::CompileRequest request;
  std::string before;
};

TEST_F(CacheKeyTest, IsTheSameForTheSameBuild) { EXPECT_EQ(key(), before); }

TEST_F(CacheKeyTest, ChangesWithEachPartOfTheRequest) {
  auto changes = [&](auto &&change) {
    abi::CompileRequest original = request;
    change();
    const bool changed = key() != before;
    request = original;
    return changed;
  };
  EXPECT_TRUE(changes([&] { request.input += " "; }));
  EXPECT_TRUE(changes([&] { request.inputKind = abi::InputKind::spirv; }));
  EXPECT_TRUE(changes([&] { request.options = "-DX=2"; }));
  EXPECT_TRUE(changes([&] { request.target = "x86-64-v4"; }));
  EXPECT_TRUE(changes([&] { request.target = "native"; }));
  EXPECT_TRUE(changes([&] { request.target = "native,+amx-tile"; }));
  EXPECT_TRUE(changes([&] { request.subGroupSize = 8; }));
  EXPECT_TRUE(changes([&] { request.reportedSubGroupSizes = {8, 16, 32}; }));
  EXPECT_TRUE(changes([&] { request.kernel = "k"; }));
  EXPECT_TRUE(changes([&] { request.joinedGroups.localSize = {4, 1, 1}; }));
  EXPECT_TRUE(changes([&] { request.joinedGroups.groups = {4, 1, 1}; }));
  EXPECT_TRUE(changes([&] { request.joinedGroups.uniform = false; }));
  EXPECT_TRUE(changes([&] { request.knownLocalSize = {64, 1, 1}; }));
  EXPECT_TRUE(changes([&] { request.anyRange = true; }));
  EXPECT_TRUE(changes([&] { request.alignedGroups = true; }));
  EXPECT_TRUE(changes([&] { request.wholeSubGroups = true; }));
  EXPECT_TRUE(changes([&] { request.mayDefer = true; }));
  EXPECT_TRUE(changes([&] { request.keepDimensions = true; }));
  EXPECT_TRUE(changes([&] { request.checks.wanted = true; }));
  EXPECT_TRUE(changes([&] { request.checks.all = true; }));
  EXPECT_TRUE(changes([&] { request.checks.device = "xe2"; }));
  EXPECT_TRUE(changes([&] { request.verbose = true; }));
  EXPECT_TRUE(
      changes([&] { request.specializationConstants.push_back({1, std::string(4, '\0')}); }));
  EXPECT_TRUE(changes([&] { request.kind = abi::JobKind::compile; }));
  EXPECT_TRUE(changes([&] { request.headers.push_back({"a.h", "text"}); }));
  EXPECT_TRUE(changes([&] { request.modules.emplace_back(); }));
  // Text that moves from one part to the next is another build.
  EXPECT_TRUE(changes([&] {
    request.options = "";
    request.target = "x86-64-v3-DX=1";
  }));
}

TEST_F(CacheKeyTest, DoesNotChangeWithLimits) {
  request.memoryLimit = 1 << 30;
  request.cpuSecondsLimit = 10;
  EXPECT_EQ(key(), before);
}

TEST_F(CacheKeyTest, ChangesWithTheCompilerAndItsLibrary) {
  folder.write("heddlec", "another compiler");
  const std::string other = key();
  EXPECT_NE(other, before);
  folder.write("heddle-builtins.bc", "another library");
  EXPECT_NE(key(), other);
}

TEST_F(CacheKeyTest, ChangesWithTheFolderOnlyWhenSomethingIsIncluded) {
  const std::string here = std::filesystem::current_path();
  auto elsewhere = [&] {
    std::filesystem::current_path(folder.path);
    std::string result = key();
    std::filesystem::current_path(here);
    return result;
  };
  EXPECT_EQ(elsewhere(), key());
  request.options = "-I headers";
  EXPECT_EQ(elsewhere(), key());
  request.input = "# include \"x.h\"\n" + request.input;
  EXPECT_NE(elsewhere(), key());
  // Lines may be joined inside the word.
  for (const char *word : {"inc\\\nlude", "incl\\ \r\nude", "in?\?/\nclude", "i\\\nn\\\nclude"}) {
    request.input = std::string("#") + word + " \"x.h\"\n";
    EXPECT_NE(elsewhere(), key()) << word;
  }
  request.input = "kernel void k() {} // \\\n";
  EXPECT_EQ(elsewhere(), key());
}

} // namespace
} // namespace heddle::compile
