#include "tests/kernels/references.hpp"

namespace heddle::test {

namespace {

struct Folder {
  const char *name;
  void (*addReferences)(References &);
};

constexpr Folder folders[] = {
    {"control_flow", addControlFlowReferences},
    {"functions", addFunctionsReferences},
    {"ids", addIdsReferences},
    {"memory", addMemoryReferences},
    {"private_memory", addPrivateMemoryReferences},
    {"scalars", addScalarsReferences},
    {"structs", addStructsReferences},
};

} // namespace

bool findReferenceFolder(const std::string &name) {
  for (const Folder &folder : folders)
    if (name == folder.name)
      return true;
  return false;
}

void registerAllReferences(References &references) {
  for (const Folder &folder : folders)
    folder.addReferences(references);
}

} // namespace heddle::test
