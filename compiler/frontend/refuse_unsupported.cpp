#include "compiler/frontend/refuse_unsupported.hpp"

#include "compiler/frontend/drop_empty_assembly.hpp"
#include "compiler/ir/sub_group_sizes.hpp"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle::compiler {

namespace {

/// The feature that a type belongs to, or null for a type that works.
const char *unsupportedType(QualType type) {
  const Type *canonical = type.getCanonicalType().getTypePtr();
  if (canonical->isPipeType())
    return "pipes";
  if (canonical->isQueueT() || canonical->isClkEventT() || canonical->isBlockPointerType())
    return "device-side enqueue";
  return nullptr;
}

/// The feature that a builtin function belongs to; by name, because all of them are builtins that
/// no user may redefine.
const char *unsupportedFunction(llvm::StringRef name) {
  if (name == "enqueue_kernel" || name.starts_with("get_kernel_"))
    return "device-side enqueue";
  return nullptr;
}

class UnsupportedFeatureCheck : public ASTConsumer {
public:
  explicit UnsupportedFeatureCheck(DiagnosticsEngine &diagnostics)
      : diagnostics(diagnostics),
        refusal(diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                            "%0 is not supported by this device")),
        pluralRefusal(diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                                  "%0 are not supported by this device")),
        sizeRefusal(diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                                "required sub-group size is %0, %1")) {}

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl *declaration : group)
      if (auto *function = dyn_cast<FunctionDecl>(declaration))
        if (function->doesThisDeclarationHaveABody())
          check(*function);
    return true;
  }

private:
  void refuse(SourceLocation location, llvm::StringRef what) {
    diagnostics.Report(location, what.ends_with("s") ? pluralRefusal : refusal) << what;
  }

  void check(const FunctionDecl &function) {
    if (auto *required = function.getAttr<OpenCLIntelReqdSubGroupSizeAttr>())
      if (!isSubGroupSize(required->getSubGroupSize()))
        diagnostics.Report(required->getLocation(), sizeRefusal)
            << required->getSubGroupSize() << subGroupSizesOfDevice;
    for (const ParmVarDecl *parameter : function.parameters())
      if (const char *what = unsupportedType(parameter->getType()))
        refuse(parameter->getLocation(), what);
    check(function.getBody());
  }

  void check(const Stmt *statement) {
    if (!statement)
      return;
    if (auto *assembly = dyn_cast<AsmStmt>(statement); assembly && !isEmptyAssembly(*assembly)) {
      refuse(statement->getBeginLoc(), "inline assembly");
      return;
    }
    if (auto *reference = dyn_cast<DeclRefExpr>(statement)) {
      auto *function = dyn_cast<FunctionDecl>(reference->getDecl());
      if (function && function->getIdentifier() && !function->hasBody())
        if (const char *what = unsupportedFunction(function->getName()))
          refuse(reference->getLocation(), what);
    }
    if (isa<BlockExpr>(statement))
      refuse(statement->getBeginLoc(), "blocks");
    for (const Stmt *child : statement->children())
      check(child);
  }

  DiagnosticsEngine &diagnostics;
  unsigned refusal;
  unsigned pluralRefusal;
  unsigned sizeRefusal;
};

} // namespace

std::unique_ptr<ASTConsumer> createUnsupportedFeatureCheck(DiagnosticsEngine &diagnostics) {
  return std::make_unique<UnsupportedFeatureCheck>(diagnostics);
}

} // namespace heddle::compiler
