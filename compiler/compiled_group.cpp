#include "compiler/compiled_group.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "runtime/abi/byte_stream.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

#include <climits>

using namespace llvm;

namespace heddle::compiler {

bool KeepDiagnostics::handleDiagnostics(const DiagnosticInfo &info) {
  if (info.getSeverity() == DS_Remark)
    return true;
  KeptDiagnostic &kept = diagnostics.emplace_back();
  kept.severity = info.getSeverity();
  raw_string_ostream os(kept.text);
  DiagnosticPrinterRawOStream printer(os);
  info.print(printer);
  return true;
}

void report(Module &module, std::vector<KeptDiagnostic> diagnostics) {
  StringMap<unsigned> places;
  for (const Function &function : module)
    places.try_emplace(function.getName(), places.size());
  std::vector<std::pair<unsigned, size_t>> order;
  for (const auto &[number, kept] : enumerate(diagnostics)) {
    auto found = places.find(kernelOf(kept.text));
    order.emplace_back(found == places.end() ? UINT_MAX : found->second, number);
  }
  sort(order);
  for (const auto &[place, number] : order)
    module.getContext().diagnose(
        DiagnosticInfoGeneric(diagnostics[number].text, diagnostics[number].severity));
}

std::string encode(const CompiledGroup &group) {
  abi::ByteWriter out;
  out.integer(static_cast<std::uint32_t>(group.diagnostics.size()));
  for (const KeptDiagnostic &kept : group.diagnostics) {
    out.integer<std::uint8_t>(kept.severity);
    out.string(kept.text);
  }
  out.string(group.problem);
  out.string(group.object);
  out.string(abi::encode(group.records));
  out.integer(static_cast<std::uint32_t>(group.neededObjects.size()));
  for (const std::string &name : group.neededObjects)
    out.string(name);
  return out.take();
}

std::optional<CompiledGroup> decodeGroup(StringRef bytes) {
  abi::ByteReader in({bytes.data(), bytes.size()});
  CompiledGroup group;
  group.diagnostics.resize(in.count());
  for (KeptDiagnostic &kept : group.diagnostics) {
    kept.severity = static_cast<DiagnosticSeverity>(in.integer<std::uint8_t>());
    kept.text = in.string();
  }
  group.problem = in.string();
  group.object = in.string();
  std::optional<abi::BinaryMetadata> records = abi::decodeMetadata(in.string());
  group.neededObjects.resize(in.count());
  for (std::string &name : group.neededObjects)
    name = in.string();
  if (!in.finished() || !records)
    return std::nullopt;
  group.records = std::move(*records);
  return group;
}

} // namespace heddle::compiler
