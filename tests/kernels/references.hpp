/// The host references of all folders, and which folders the kernel tests read.
#ifndef HEDDLE_TESTS_KERNELS_REFERENCES_HPP
#define HEDDLE_TESTS_KERNELS_REFERENCES_HPP

#include "tests/kernels/harness/reference.hpp"

namespace heddle::test {

void addAccuracyReferences(References &references);
void addAtomicsReferences(References &references);
void addC11AtomicsReferences(References &references);
void addControlFlowReferences(References &references);
void addConversionsReferences(References &references);
void addFunctionsReferences(References &references);
void addGenericReferences(References &references);
void addGroupFunctionsReferences(References &references);
void addHalfReferences(References &references);
void addIdsReferences(References &references);
void addIntegerReferences(References &references);
void addMathReferences(References &references);
void addMemoryReferences(References &references);
void addPrivateMemoryReferences(References &references);
void addProgramVariablesReferences(References &references);
void addRelationalReferences(References &references);
void addScalarsReferences(References &references);
void addStructsReferences(References &references);
void addSubGroupIntelReferences(References &references);
void addSubGroupKhrReferences(References &references);
void addSubGroupReferences(References &references);
void addVectorMathReferences(References &references);
void addVectorsReferences(References &references);
void addWorkGroupsReferences(References &references);

/// True for a folder of tests/kernels whose .cl files the kernel tests run.
bool findReferenceFolder(const std::string &folder);

void registerAllReferences(References &references);

} // namespace heddle::test

#endif
