#include "compiler/ir/library_names.hpp"
#include "compiler/link/link_builtins.hpp"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace heddle::compiler;

namespace {

class BuiltinLibraryTest : public testing::Test {
protected:
  std::unique_ptr<Module> parse(const char *text) {
    SMDiagnostic diagnostic;
    std::unique_ptr<Module> module = parseAssemblyString(text, diagnostic, context);
    EXPECT_TRUE(module) << diagnostic.getMessage().str();
    return module;
  }
  static BuiltinLibrary library() { return cantFail(BuiltinLibrary::openFile(HEDDLE_BUNDLE)); }

  LLVMContext context;
};

constexpr const char *outOfLineMath[] = {
#define HEDDLE_OUT_OF_LINE_MATH(name) #name,
#include "builtins/out_of_line_math.def"
};

TEST_F(BuiltinLibraryTest, KnowsWhatItHas) {
  BuiltinLibrary builtins = library();
  EXPECT_TRUE(builtins.contains("_Z3sinf"));
  EXPECT_TRUE(builtins.contains("_Z3sinDv16_d"));
  EXPECT_TRUE(builtins.contains("_Z7add_sathh"));
  EXPECT_FALSE(builtins.contains("_Z3sin"));
  EXPECT_FALSE(builtins.contains("_Z3sinff"));
  EXPECT_FALSE(builtins.contains(""));
}

TEST_F(BuiltinLibraryTest, HasEveryFormThatVectorVariantNameTells) {
  BuiltinLibrary builtins = library();
  Type *f32 = Type::getFloatTy(context), *f64 = Type::getDoubleTy(context);
  for (const char *name : outOfLineMath)
    for (Type *type : {f32, f64}) {
      std::string letter = type == f32 ? "f" : "d";
      std::string prefix = "_Z" + std::to_string(StringRef(name).size()) + name;
      // One of these is the function's signature.
      for (SmallVector<Type *> parameters :
           {SmallVector<Type *>{type}, SmallVector<Type *>{type, type},
            SmallVector<Type *>{type, Type::getInt32Ty(context)}}) {
        std::string mangled = prefix + letter;
        if (parameters.size() == 2)
          mangled += parameters[1] == type ? letter : "i";
        if (!builtins.contains(mangled))
          continue;
        Module module("m", context);
        Function *function = Function::Create(FunctionType::get(type, parameters, false),
                                              GlobalValue::ExternalLinkage, mangled, module);
        EXPECT_EQ(vectorVariantName(*function, 1), mangled);
        for (unsigned width : {2u, 3u, 4u, 8u, 16u}) {
          std::optional<std::string> form = vectorVariantName(*function, width);
          ASSERT_TRUE(form) << mangled;
          EXPECT_TRUE(builtins.contains(*form)) << *form;
        }
        EXPECT_FALSE(vectorVariantName(*function, 32));
      }
    }
}

TEST_F(BuiltinLibraryTest, LinksSmallFunctionsBeforeVectorizationAndMarksBigOnes) {
  auto module = parse(R"(
    declare i8 @_Z7add_sathh(i8, i8)
    declare float @_Z3sinf(float)
    define float @f(i8 %a, float %x) {
      %s = call i8 @_Z7add_sathh(i8 %a, i8 %a)
      %y = call float @_Z3sinf(float %x)
      ret float %y
    })");
  BuiltinLibrary builtins = library();
  cantFail(builtins.linkInto(*module, BuiltinLibrary::Stage::beforeVectorization));
  EXPECT_FALSE(module->getFunction("_Z7add_sathh")->isDeclaration());
  Function *sine = module->getFunction("_Z3sinf");
  EXPECT_TRUE(sine->isDeclaration());
  EXPECT_TRUE(sine->hasFnAttribute(vectorMathAttribute));

  cantFail(builtins.linkInto(*module, BuiltinLibrary::Stage::afterVectorization));
  EXPECT_FALSE(module->getFunction("_Z3sinf")->isDeclaration());
  EXPECT_TRUE(module->getFunction("_Z3sinf")->hasInternalLinkage());
  EXPECT_FALSE(verifyModule(*module, &errs()));
}

TEST_F(BuiltinLibraryTest, DefinesWhatALinkedFunctionCalls) {
  auto module = parse(R"(
    declare <8 x double> @_Z3powDv8_dS_(<8 x double>, <8 x double>)
    define <8 x double> @f(<8 x double> %x) {
      %y = call <8 x double> @_Z3powDv8_dS_(<8 x double> %x, <8 x double> %x)
      ret <8 x double> %y
    })");
  cantFail(library().linkInto(*module, BuiltinLibrary::Stage::afterVectorization));
  for (const Function &function : *module) {
    EXPECT_TRUE(function.isIntrinsic() || !function.isDeclaration())
        << function.getName().str() << " is not defined";
    // A kernel binary exports its kernels and nothing else.
    EXPECT_TRUE(function.isIntrinsic() || function.hasInternalLinkage() ||
                function.getName() == "f")
        << function.getName().str() << " is exported";
  }
  EXPECT_FALSE(verifyModule(*module, &errs()));
}

TEST_F(BuiltinLibraryTest, GivesGenericPointersTheFormForPlainOnes) {
  auto module = parse(R"(
    declare float @_Z5fractfPU3AS4f(float, ptr addrspace(4))
    define float @f(float %x, ptr addrspace(4) %p) {
      %y = call float @_Z5fractfPU3AS4f(float %x, ptr addrspace(4) %p)
      ret float %y
    })");
  cantFail(library().linkInto(*module, BuiltinLibrary::Stage::beforeVectorization));
  EXPECT_FALSE(module->getFunction("_Z5fractfPU3AS4f"));
  EXPECT_FALSE(module->getFunction("_Z5fractfPf")->isDeclaration());
  EXPECT_FALSE(verifyModule(*module, &errs()));
}

TEST_F(BuiltinLibraryTest, RefusesAFileThatWasCutOff) {
  auto whole = MemoryBuffer::getFile(HEDDLE_BUNDLE);
  ASSERT_TRUE(whole);
  SmallString<128> path;
  int descriptor = -1;
  ASSERT_FALSE(sys::fs::createTemporaryFile("heddle", "bundle", descriptor, path));
  {
    raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << (*whole)->getBuffer().drop_back(100);
  }
  Expected<BuiltinLibrary> builtins = BuiltinLibrary::openFile(path);
  EXPECT_FALSE(builtins);
  EXPECT_NE(toString(builtins.takeError()).find("cut off"), std::string::npos);
  EXPECT_FALSE(sys::fs::remove(path));
}

TEST_F(BuiltinLibraryTest, NamesTheFileThatIsMissing) {
  Expected<BuiltinLibrary> builtins = BuiltinLibrary::openFile("/nonexistent/library");
  EXPECT_FALSE(builtins);
  EXPECT_NE(toString(builtins.takeError()).find("/nonexistent/library"), std::string::npos);
}

} // namespace
