#include "tests/kernels/references.hpp"

namespace heddle::test {

namespace {

struct Folder {
  const char *name;
  void (*addReferences)(References &);
};

constexpr Folder folders[] = {
    {"accuracy", addAccuracyReferences},
    {"atomics", addAtomicsReferences},
    {"control_flow", addControlFlowReferences},
    {"conversions", addConversionsReferences},
    {"functions", addFunctionsReferences},
    {"generic", addGenericReferences},
    {"group_functions", addGroupFunctionsReferences},
    {"half", addHalfReferences},
    {"ids", addIdsReferences},
    {"integer", addIntegerReferences},
    {"math", addMathReferences},
    {"memory", addMemoryReferences},
    {"private_memory", addPrivateMemoryReferences},
    {"program_variables", addProgramVariablesReferences},
    {"relational", addRelationalReferences},
    {"scalars", addScalarsReferences},
    {"structs", addStructsReferences},
    {"sub_group", addSubGroupReferences},
    {"sub_group_intel", addSubGroupIntelReferences},
    {"sub_group_khr", addSubGroupKhrReferences},
    {"vector_math", addVectorMathReferences},
    {"vectors", addVectorsReferences},
    {"work_groups", addWorkGroupsReferences},
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
