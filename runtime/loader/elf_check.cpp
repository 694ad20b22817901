#include "runtime/loader/elf_check.hpp"

#include "runtime/abi/kernel_metadata.hpp"

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <optional>

namespace heddle::loader {

namespace {

// More memory than any kernel binary has a use for; keeps a damaged size from asking for terabytes.
constexpr std::uint64_t maximumImageSize = std::uint64_t(1) << 32;

bool inside(std::string_view file, std::uint64_t offset, std::uint64_t size) {
  return offset <= file.size() && size <= file.size() - offset;
}

// Nothing in the file need be aligned, so records are copied out.
template <typename Record>
std::optional<Record> recordAt(std::string_view file, std::uint64_t offset) {
  if (!inside(file, offset, sizeof(Record)))
    return std::nullopt;
  Record record;
  std::memcpy(&record, file.data() + offset, sizeof(record));
  return record;
}

std::string checkHeader(std::string_view elf, Elf64_Ehdr &header) {
  std::optional<Elf64_Ehdr> found = recordAt<Elf64_Ehdr>(elf, 0);
  if (!found)
    return "kernel binary: " + std::to_string(elf.size()) + " bytes are too few for an ELF header";
  header = *found;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return "kernel binary: is not an ELF file";
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_machine != EM_X86_64)
    return "kernel binary: is ELF for machine " + std::to_string(header.e_machine) +
           ", expected x86-64";
  if (header.e_type != ET_DYN)
    return "kernel binary: ELF type is " + std::to_string(header.e_type) +
           ", expected a shared object";
  if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum == 0)
    return "kernel binary: has no program headers";
  if (!inside(elf, header.e_phoff, std::uint64_t(header.e_phnum) * sizeof(Elf64_Phdr)))
    return "kernel binary: program headers lie outside the file";
  return {};
}

// Walks the notes of one segment. `descriptor` is set when ours is among them.
std::string walkNotes(std::string_view notes, std::uint64_t alignment,
                      std::optional<std::string_view> &descriptor) {
  const std::uint64_t unit = alignment == 8 ? 8 : 4;
  auto padded = [unit](std::uint64_t size) { return (size + unit - 1) / unit * unit; };
  std::uint64_t offset = 0;
  while (offset < notes.size()) {
    std::optional<Elf64_Nhdr> note = recordAt<Elf64_Nhdr>(notes, offset);
    if (!note)
      return "kernel binary: a note is cut off";
    const std::uint64_t name = offset + sizeof(Elf64_Nhdr);
    const std::uint64_t body = offset + padded(sizeof(Elf64_Nhdr) + note->n_namesz);
    if (!inside(notes, name, note->n_namesz) || !inside(notes, body, note->n_descsz))
      return "kernel binary: a note lies outside its segment";
    // The stored name includes its terminating zero.
    if (note->n_type == abi::noteType && note->n_namesz == sizeof(abi::noteName) &&
        std::memcmp(notes.data() + name, abi::noteName, sizeof(abi::noteName)) == 0)
      descriptor = notes.substr(body, note->n_descsz);
    offset = body + padded(note->n_descsz);
  }
  return {};
}

} // namespace

std::string checkElf(std::string_view elf, CheckedElf &checked) {
  Elf64_Ehdr header;
  if (std::string problem = checkHeader(elf, header); !problem.empty())
    return problem;

  std::optional<std::string_view> found;
  bool hasDynamic = false, hasCode = false;
  std::uint64_t end = 0;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment = *recordAt<Elf64_Phdr>(elf, header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_type == PT_LOAD || segment.p_type == PT_NOTE || segment.p_type == PT_DYNAMIC)
      if (!inside(elf, segment.p_offset, segment.p_filesz))
        return "kernel binary: segment " + std::to_string(i) + " lies outside the file";
    switch (segment.p_type) {
    case PT_LOAD:
      if (segment.p_memsz < segment.p_filesz || segment.p_memsz > maximumImageSize ||
          segment.p_vaddr > maximumImageSize || segment.p_vaddr < end)
        return "kernel binary: segment " + std::to_string(i) + " has impossible addresses";
      end = segment.p_vaddr + segment.p_memsz;
      hasCode |= (segment.p_flags & PF_X) != 0;
      break;
    case PT_DYNAMIC:
      hasDynamic = segment.p_filesz >= sizeof(Elf64_Dyn);
      break;
    case PT_NOTE:
      if (std::string problem =
              walkNotes(elf.substr(segment.p_offset, segment.p_filesz), segment.p_align, found);
          !problem.empty())
        return problem;
      break;
    case PT_INTERP:
      return "kernel binary: is a program, expected a shared object";
    }
  }
  if (!hasDynamic)
    return "kernel binary: has no dynamic section";
  if (!found)
    return "kernel binary: has no note named '" + std::string(abi::noteName) + "'";
  checked = {*found, hasCode};
  return {};
}

} // namespace heddle::loader
