#include "runtime/loader/kernel_binary.hpp"
#include "runtime/support/file.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <elf.h>
#include <random>

namespace heddle::loader {
namespace {

bool everything(std::string_view) { return true; }

class KernelBinaryTest : public testing::Test {
protected:
  void SetUp() override {
    std::optional<std::string> file = readFile(HEDDLE_TEST_KERNELS);
    ASSERT_TRUE(file);
    elf = std::move(*file);
  }

  std::shared_ptr<const KernelBinary> load() {
    auto loaded = KernelBinary::load(elf, &everything);
    if (std::string *problem = std::get_if<std::string>(&loaded)) {
      ADD_FAILURE() << *problem;
      return nullptr;
    }
    return std::get<0>(loaded);
  }
  std::string problem(std::string_view file, HasFeature hasFeature = &everything) {
    auto loaded = KernelBinary::load(file, hasFeature);
    std::string *text = std::get_if<std::string>(&loaded);
    return text ? *text : "";
  }
  template <typename T> T *at(std::size_t offset) {
    return reinterpret_cast<T *>(elf.data() + offset);
  }
  Elf64_Ehdr *header() { return at<Elf64_Ehdr>(0); }
  Elf64_Phdr *segment(std::uint32_t type) {
    for (unsigned i = 0; i < header()->e_phnum; ++i) {
      auto *found = at<Elf64_Phdr>(header()->e_phoff + i * sizeof(Elf64_Phdr));
      if (found->p_type == type)
        return found;
    }
    return nullptr;
  }

  std::string elf;
};

TEST_F(KernelBinaryTest, FindsKernelsAndTheirEntryPoints) {
  std::shared_ptr<const KernelBinary> binary = load();
  ASSERT_TRUE(binary);
  ASSERT_EQ(binary->metadata().kernels.size(), 16u);
  EXPECT_EQ(binary->metadata().kernels[1].name, "number");

  std::uint64_t out[10] = {};
  struct {
    std::uint64_t *out;
    std::uint64_t base;
  } arguments{out, 100};
  HeddleNdRange range{{5, 0, 0}, {10, 1, 1}, {4, 1, 1}, {3, 1, 1}, 1, 0};
  HeddleWorkerContext worker{};
  binary->entry(1)(&arguments, &range, 1, 2, &worker);
  EXPECT_EQ(out[3], 0u);
  EXPECT_EQ(out[4], 109u);
  EXPECT_EQ(out[9], 114u);
}

TEST_F(KernelBinaryTest, EachLoadHasItsOwnGlobals) {
  std::uint64_t count = 0;
  std::uint64_t *out = &count;
  auto ask = [&](const KernelBinary &binary) {
    binary.entry(3)(&out, nullptr, 0, 1, nullptr);
    return count;
  };
  std::shared_ptr<const KernelBinary> a = load(), b = load();
  ASSERT_TRUE(a && b);
  EXPECT_EQ(ask(*a), 1u);
  EXPECT_EQ(ask(*a), 2u);
  EXPECT_EQ(ask(*b), 1u);
  a.reset();
  // The descriptor numbers of earlier loads come back; the libraries must not.
  for (int i = 0; i < 20; ++i) {
    std::shared_ptr<const KernelBinary> again = load();
    ASSERT_TRUE(again);
    EXPECT_EQ(ask(*again), 1u);
  }
  EXPECT_EQ(ask(*b), 2u);
}

TEST_F(KernelBinaryTest, RefusesCodeForAnotherProcessor) {
  EXPECT_EQ(problem(elf, [](std::string_view feature) { return feature != "fma"; }),
            "kernel binary: was compiled for x86-64-v3, this processor has no fma");
}

TEST_F(KernelBinaryTest, RefusesWhatIsNoElfFile) {
  EXPECT_NE(problem(""), "");
  EXPECT_NE(problem("hello"), "");
  EXPECT_EQ(problem(std::string(100, 'x')), "kernel binary: is not an ELF file");
}

TEST_F(KernelBinaryTest, RefusesOtherKindsOfElfFiles) {
  header()->e_machine = EM_AARCH64;
  EXPECT_EQ(problem(elf), "kernel binary: is ELF for machine 183, expected x86-64");
  header()->e_machine = EM_X86_64;
  header()->e_type = ET_REL;
  EXPECT_EQ(problem(elf), "kernel binary: ELF type is 1, expected a shared object");
  std::optional<std::string> library = readFile("/lib/x86_64-linux-gnu/libm.so.6");
  if (library)
    EXPECT_EQ(problem(*library), "kernel binary: has no note named 'Heddle'");
}

TEST_F(KernelBinaryTest, RefusesAFileThatIsCutOffAnywhere) {
  const Elf64_Phdr *last = nullptr;
  for (unsigned i = 0; i < header()->e_phnum; ++i) {
    auto *found = at<Elf64_Phdr>(header()->e_phoff + i * sizeof(Elf64_Phdr));
    if (found->p_type == PT_LOAD)
      last = found;
  }
  ASSERT_NE(last, nullptr);
  const std::size_t needed = last->p_offset + last->p_filesz;
  for (std::size_t size = 0; size < needed; size += 13)
    EXPECT_NE(problem(std::string_view(elf).substr(0, size)), "") << size;
}

TEST_F(KernelBinaryTest, RefusesHeadersThatPointOutside) {
  const std::string whole = elf;
  header()->e_phoff = elf.size() - 8;
  EXPECT_EQ(problem(elf), "kernel binary: program headers lie outside the file");
  elf = whole;
  header()->e_phoff = UINT64_MAX - 3;
  EXPECT_EQ(problem(elf), "kernel binary: program headers lie outside the file");
  elf = whole;
  segment(PT_NOTE)->p_offset = UINT64_MAX - 3;
  EXPECT_NE(problem(elf), "");
  elf = whole;
  segment(PT_LOAD)->p_memsz = UINT64_MAX;
  EXPECT_NE(problem(elf), "");
  elf = whole;
  at<Elf64_Nhdr>(segment(PT_NOTE)->p_offset)->n_descsz = UINT32_MAX;
  EXPECT_EQ(problem(elf), "kernel binary: a note lies outside its segment");
}

TEST_F(KernelBinaryTest, RefusesMetadataOfAnotherVersion) {
  // The version follows the name, which is padded to 8 bytes.
  const std::size_t name = elf.find(std::string(abi::noteName, sizeof(abi::noteName)));
  ASSERT_NE(name, std::string::npos);
  *at<std::uint32_t>(name + 8) += 1;
  EXPECT_NE(problem(elf).find("damaged or of another version"), std::string::npos);
}

TEST_F(KernelBinaryTest, ReadingMetadataOfDamagedFilesNeverCrashes) {
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = elf;
    // The front holds the headers, program headers and notes.
    const std::size_t front = std::min<std::size_t>(damaged.size(), 4096);
    for (int i = 0; i < 1 + round % 8; ++i)
      damaged[random() % front] = static_cast<char>(random());
    static_cast<void>(readMetadata(damaged));
  }
}

TEST_F(KernelBinaryTest, SaysWhichEntryPointIsMissing) {
  // The name stands in the note, before the symbol table.
  const std::size_t found = elf.find("number_entry");
  ASSERT_NE(found, std::string::npos);
  elf[found] = 'N';
  EXPECT_EQ(problem(elf), "kernel binary: kernel 'number' has no entry point 'Number_entry'");
}

} // namespace
} // namespace heddle::loader
