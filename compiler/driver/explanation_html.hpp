// heddlec --explain=html: the sources, with what became of each line below it.
#ifndef HEDDLE_COMPILER_DRIVER_EXPLANATION_HTML_HPP
#define HEDDLE_COMPILER_DRIVER_EXPLANATION_HTML_HPP

#include "compiler/driver/assembly_lines.hpp"
#include "compiler/driver/explanation.hpp"

namespace heddle::compiler {

struct SourceText {
  std::string name; ///< as the command line has it
  std::string text; ///< empty of a module
};

struct ExplainedProgram {
  std::vector<ExplainedKernel> kernels;
  std::vector<SourceText> sources; ///< the first one is what remarks without a file are about
  std::string options;             ///< what it was compiled for and with
  InstructionsOfLines instructions;
};

/// One page that needs nothing else, well-formed as HTML and as XML.
std::string explanationHtml(const ExplainedProgram &program);

} // namespace heddle::compiler

#endif
