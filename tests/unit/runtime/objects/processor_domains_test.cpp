#include "runtime/processor_domains.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace heddle {

namespace {

/// Files as the kernel shows them, for machines that are not here.
class ProcessorDomainsTest : public testing::Test {
protected:
  void write(const std::string &path, const std::string &text) {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text << "\n";
  }
  void addCache(unsigned processor, unsigned index, const std::string &level,
                const std::string &type, const std::string &sharing) {
    const std::string cache =
        "cpu/cpu" + std::to_string(processor) + "/cache/index" + std::to_string(index) + "/";
    write(cache + "level", level);
    write(cache + "type", type);
    write(cache + "shared_cpu_list", sharing);
  }

  TemporaryFolder folder{"heddle-domains"};
  std::filesystem::path root = folder.path;
};

} // namespace

TEST_F(ProcessorDomainsTest, FindsNodesAndCachesOfEachLevel) {
  // Two nodes of two cores with two threads each; a core's threads are 4 apart.
  write("node/online", "0-1");
  write("node/node0/cpulist", "0-1,4-5");
  write("node/node1/cpulist", "2-3,6-7");
  for (unsigned processor = 0; processor < 8; ++processor) {
    const unsigned core = processor % 4;
    const std::string coreList = std::to_string(core) + "," + std::to_string(core + 4);
    addCache(processor, 0, "1", "Data", coreList);
    addCache(processor, 1, "1", "Instruction", "0-7");
    addCache(processor, 2, "2", "Unified", coreList);
    addCache(processor, 3, "3", "Unified", core < 2 ? "0-1,4-5" : "2-3,6-7");
  }
  const std::vector<unsigned> all = {0, 1, 2, 3, 4, 5, 6, 7};
  const ProcessorDomains domains = ProcessorDomains::read(all, root.string());
  for (unsigned processor : all) {
    const unsigned core = processor % 4;
    EXPECT_EQ(domains.domainOf(processor, AffinityDomain::numa), core / 2);
    EXPECT_EQ(domains.domainOf(processor, AffinityDomain::l1Cache), core);
    EXPECT_EQ(domains.domainOf(processor, AffinityDomain::l2Cache), core);
    EXPECT_EQ(domains.domainOf(processor, AffinityDomain::l3Cache), core / 2 * 2);
    EXPECT_EQ(domains.domainOf(processor, AffinityDomain::l4Cache), std::nullopt);
  }
}

TEST_F(ProcessorDomainsTest, KnowsNothingWhereNobodyTells) {
  const std::vector<unsigned> all = {0, 1};
  const ProcessorDomains domains = ProcessorDomains::read(all, root.string());
  for (AffinityDomain kind : allAffinityDomains)
    EXPECT_EQ(domains.domainOf(0, kind), std::nullopt);
  EXPECT_EQ(domains.domainOf(7, AffinityDomain::numa), std::nullopt);
}

TEST_F(ProcessorDomainsTest, ReadsLists) {
  EXPECT_EQ(parseProcessorList("0"), std::vector<unsigned>{0});
  EXPECT_EQ(parseProcessorList("0-2,8,10-11"), (std::vector<unsigned>{0, 1, 2, 8, 10, 11}));
  EXPECT_EQ(parseProcessorList(""), std::vector<unsigned>{});
  EXPECT_EQ(parseProcessorList("3,x"), std::vector<unsigned>{3});
  EXPECT_EQ(parseProcessorList("0-4000000000"), std::vector<unsigned>{});
}

} // namespace heddle
