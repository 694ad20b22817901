// Bytes that the assembler made, and bytes that no assembler makes.
#include "tests/support/amx_emulator/decode.hpp"

#include <gtest/gtest.h>

namespace heddle::amx {
namespace {

/// Assembles in place, jumps over it, and gives the address and the length.
struct Code {
  const std::uint8_t *begin, *end;
};
#define HEDDLE_ASSEMBLE(text)                                                                      \
  [] {                                                                                             \
    Code code;                                                                                     \
    __asm__("jmp 2f\n1:\t" text "\n2:\tlea 1b(%%rip), %0\n\tlea 2b(%%rip), %1"                     \
            : "=r"(code.begin), "=r"(code.end));                                                   \
    return code;                                                                                   \
  }()

Instruction expectDecodes(Code code, Operation operation) {
  const Decoded decoded = decode(code.begin);
  EXPECT_EQ(decoded.kind, Decoded::Kind::instruction);
  EXPECT_EQ(decoded.instruction.length, code.end - code.begin);
  EXPECT_STREQ(operationName(decoded.instruction.operation), operationName(operation));
  return decoded.instruction;
}

void expectTiles(Code code, Operation operation, unsigned target, unsigned left, unsigned right) {
  const Instruction instruction = expectDecodes(code, operation);
  EXPECT_EQ(instruction.target, target);
  EXPECT_EQ(instruction.left, left);
  EXPECT_EQ(instruction.right, right);
}

void expectAddress(Code code, Operation operation, unsigned base, unsigned index, unsigned shift,
                   std::int32_t displacement) {
  const Address address = expectDecodes(code, operation).address;
  EXPECT_EQ(address.base, base);
  EXPECT_EQ(address.index, index);
  EXPECT_EQ(address.shift, shift);
  EXPECT_EQ(address.displacement, displacement);
}

constexpr unsigned none = Address::noRegister;

TEST(DecodeTest, ReadsEveryOperation) {
  expectDecodes(HEDDLE_ASSEMBLE("ldtilecfg (%%rax)"), Operation::ldtilecfg);
  expectDecodes(HEDDLE_ASSEMBLE("sttilecfg (%%rax)"), Operation::sttilecfg);
  expectDecodes(HEDDLE_ASSEMBLE("tilerelease"), Operation::tilerelease);
  expectTiles(HEDDLE_ASSEMBLE("tilezero %%tmm5"), Operation::tilezero, 5, 0, 0);
  expectTiles(HEDDLE_ASSEMBLE("tileloadd (%%rax,%%rbx), %%tmm6"), Operation::tileloadd, 6, 0, 0);
  expectTiles(HEDDLE_ASSEMBLE("tileloaddt1 (%%rax,%%rbx), %%tmm7"), Operation::tileloaddt1, 7, 0,
              0);
  expectTiles(HEDDLE_ASSEMBLE("tilestored %%tmm1, (%%rax,%%rbx)"), Operation::tilestored, 1, 0, 0);
  expectTiles(HEDDLE_ASSEMBLE("tdpbssd %%tmm3, %%tmm2, %%tmm1"), Operation::tdpbssd, 1, 2, 3);
  expectTiles(HEDDLE_ASSEMBLE("tdpbsud %%tmm7, %%tmm0, %%tmm4"), Operation::tdpbsud, 4, 0, 7);
  expectTiles(HEDDLE_ASSEMBLE("tdpbusd %%tmm0, %%tmm7, %%tmm5"), Operation::tdpbusd, 5, 7, 0);
  expectTiles(HEDDLE_ASSEMBLE("tdpbuud %%tmm6, %%tmm5, %%tmm0"), Operation::tdpbuud, 0, 5, 6);
  expectTiles(HEDDLE_ASSEMBLE("tdpbf16ps %%tmm4, %%tmm3, %%tmm2"), Operation::tdpbf16ps, 2, 3, 4);
  const std::uint8_t fp16[] = {0xC4, 0xE2, 0x63, 0x5C, 0xCA};
  expectTiles({fp16, fp16 + 5}, Operation::tdpfp16ps, 1, 2, 3);
  const std::uint8_t tf32[] = {0xC4, 0xE2, 0x61, 0x48, 0xCA};
  expectTiles({tf32, tf32 + 5}, Operation::tmmultf32ps, 1, 2, 3);
}

TEST(DecodeTest, ReadsEveryFormOfAddress) {
  const Operation load = Operation::tileloadd, store = Operation::tilestored;
  expectAddress(HEDDLE_ASSEMBLE("tileloadd (%%rbx,%%rsi), %%tmm0"), load, 3, 6, 0, 0);
  expectAddress(HEDDLE_ASSEMBLE("tileloadd 4(%%rbp,%%rdi,2), %%tmm0"), load, 5, 7, 1, 4);
  expectAddress(HEDDLE_ASSEMBLE("tileloadd (%%rbp,%%rbp,4), %%tmm0"), load, 5, 5, 2, 0);
  expectAddress(HEDDLE_ASSEMBLE("tileloadd -128(%%rsp,%%rdx,8), %%tmm0"), load, 4, 2, 3, -128);
  expectAddress(HEDDLE_ASSEMBLE("tileloadd 0x12345678(%%r13,%%r12,8), %%tmm0"), load, 13, 12, 3,
                0x12345678);
  expectAddress(HEDDLE_ASSEMBLE("tileloadd (%%r13,%%rax), %%tmm0"), load, 13, 0, 0, 0);
  expectAddress(HEDDLE_ASSEMBLE("tileloadd (%%r12,%%r15), %%tmm0"), load, 12, 15, 0, 0);
  expectAddress(HEDDLE_ASSEMBLE("tileloadd (%%rax), %%tmm0"), load, 0, none, 0, 0);
  expectAddress(HEDDLE_ASSEMBLE("tileloadd -1(,%%rcx,8), %%tmm0"), load, none, 1, 3, -1);
  expectAddress(HEDDLE_ASSEMBLE("tileloadd 64(,%%r8,1), %%tmm0"), load, none, 8, 0, 64);
  expectAddress(HEDDLE_ASSEMBLE("tilestored %%tmm3, -0x1000(%%r9,%%r10,2)"), store, 9, 10, 1,
                -0x1000);
}

TEST(DecodeTest, ReadsAddressesWithoutSib) {
  const Operation load = Operation::ldtilecfg, store = Operation::sttilecfg;
  expectAddress(HEDDLE_ASSEMBLE("ldtilecfg (%%rdi)"), load, 7, none, 0, 0);
  expectAddress(HEDDLE_ASSEMBLE("ldtilecfg (%%r12)"), load, 12, none, 0, 0);
  expectAddress(HEDDLE_ASSEMBLE("ldtilecfg -64(%%rsp)"), load, 4, none, 0, -64);
  expectAddress(HEDDLE_ASSEMBLE("ldtilecfg 512(%%rbp,%%r9,4)"), load, 5, 9, 2, 512);
  expectAddress(HEDDLE_ASSEMBLE("sttilecfg 0x100(%%rip)"), store, Address::nextInstruction, none, 0,
                0x100);
  expectAddress(HEDDLE_ASSEMBLE("sttilecfg (%%r13)"), store, 13, none, 0, 0);
}

TEST(DecodeTest, SkipsPrefixesWithoutMeaning) {
  const std::uint8_t code[] = {0x3E, 0xC4, 0xE2, 0x7B, 0x49, 0xC0};
  expectTiles({code, code + sizeof code}, Operation::tilezero, 0, 0, 0);
}

TEST(DecodeTest, ReadsInstructionsThatWereMadeToTrap) {
  const std::uint8_t code[] = {trapByte, 0xE2, 0x78, 0x49, 0x07};
  expectAddress({code, code + sizeof code}, Operation::ldtilecfg, 7, none, 0, 0);
}

TEST(DecodeTest, RefusesWhatItCannotAddress) {
  const std::uint8_t fs[] = {0x64, 0xC4, 0xE2, 0x7B, 0x4B, 0x04, 0x08};
  EXPECT_EQ(decode(fs).kind, Decoded::Kind::refused);
  EXPECT_STREQ(operationName(decode(fs).instruction.operation), "tileloadd");
  const std::uint8_t shortAddress[] = {0x67, 0xC4, 0xE2, 0x7B, 0x4B, 0x04, 0x08};
  EXPECT_EQ(decode(shortAddress).kind, Decoded::Kind::refused);
}

TEST(DecodeTest, LeavesOtherBytesAlone) {
  const std::uint8_t others[][8] = {
      {0x0F, 0x0B},                         // ud2
      {0xC5, 0xFB, 0x49, 0xC0},             // VEX of two bytes
      {0xC4, 0xE3, 0x7B, 0x49, 0xC0},       // map 3
      {0xC4, 0xE2, 0xFB, 0x49, 0xC0},       // W is 1
      {0xC4, 0xE2, 0x7F, 0x49, 0xC0},       // L is 1
      {0xC4, 0xE2, 0x73, 0x49, 0xC0},       // tilezero with a third operand
      {0xC4, 0xE2, 0x7B, 0x49, 0xC1},       // tilezero with a second one
      {0xC4, 0xE2, 0x78, 0x49, 0xC8},       // tilerelease with a register
      {0xC4, 0xE2, 0x78, 0x49, 0x08},       // ldtilecfg with a register
      {0xC4, 0xE2, 0x7B, 0x4B, 0x00},       // tileloadd without SIB
      {0xC4, 0xE2, 0x78, 0x4B, 0x04, 0x08}, // no prefix belongs to a load
      {0x66, 0xC4, 0xE2, 0x7B, 0x49, 0xC0}, // a prefix that VEX holds itself
      {0x40, 0xC4, 0xE2, 0x7B, 0x49, 0xC0}, // REX
      {0xC4, 0xE2, 0x7A, 0x5D, 0xC1},       // an opcode between
  };
  for (const auto &code : others)
    EXPECT_EQ(decode(code).kind, Decoded::Kind::other) << &code - others;
}

} // namespace
} // namespace heddle::amx
