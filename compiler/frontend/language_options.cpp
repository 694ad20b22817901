#include "compiler/frontend/language_options.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Error invalid(const Twine &message) { return createStringError(message); }

/// The name that clang knows a language version by; empty for an unknown one.
StringRef clangStandard(StringRef version) {
  return StringSwitch<StringRef>(version)
      .Cases({"CL1.0", "CL"}, "cl1.0")
      .Case("CL1.1", "cl1.1")
      .Case("CL1.2", "cl1.2")
      .Case("CL2.0", "cl2.0")
      .Case("CL3.0", "cl3.0")
      .Cases({"CLC++", "CLC++1.0"}, "clc++1.0")
      .Case("CLC++2021", "clc++2021")
      .Default("");
}

/// Options that change nothing here. Other vendors' tuning knobs are accepted because programs
/// pass them without asking who the vendor is: levels of optimization, and what to keep of a build.
bool isIgnored(StringRef option) {
  static constexpr StringLiteral exact[] = {
      "-cl-denorms-are-zero", // a permission; denormals are kept
      "-cl-strict-aliasing",  // deprecated
      "-cl-no-subgroup-ifp",  // a permission; kernels pay only where they wait
      "-cl-fp64-gen-emu",     // of Intel's compilers; doubles are there
      "-cl-fp64-gen-conv-emu",
      "-cl-poison-unsupported-fp64-kernels",
      "-O0",
      "-O1",
      "-O2",
      "-O3",
      "-Os",
      "-Ofast",
      "-save-temps",
  };
  if (is_contained(exact, option))
    return true;
  static constexpr StringLiteral prefixes[] = {"-cl-intel-", "-ze-",   "-igc_opts",   "-cl-nv-",
                                               "-fno-bin-",  "-fbin-", "-save-temps="};
  return any_of(prefixes, [&](StringRef prefix) { return option.starts_with(prefix); });
}

/// Options of Intel's compilers whose value is in the next word: the file of a source for
/// debuggers, and hints about hardware, which go by several prefixes.
bool isIgnoredWithValue(StringRef option) {
  static constexpr StringLiteral exact[] = {"-s", "-igc_opts", "-Xfinalizer"};
  if (is_contained(exact, option))
    return true;
  if (!option.consume_front("-cl-intel-") && !option.consume_front("-ze-intel-") &&
      !option.consume_front("-ze-opt-") && !option.consume_front("-ze-"))
    return false;
  static constexpr StringLiteral hints[] = {
      "exp-register-file-size", "large-grf-kernel",     "regular-grf-kernel",
      "reqd-eu-thread-count",   "library-compile-simd", "gtpin-scratch-area-size",
  };
  return is_contained(hints, option);
}

/// Options that clang's compiler proper takes as they are.
bool isPassedOn(StringRef option) {
  static constexpr StringLiteral options[] = {
      "-cl-single-precision-constant",
      "-cl-fp32-correctly-rounded-divide-sqrt",
      "-cl-mad-enable",
      "-cl-no-signed-zeros",
      "-cl-unsafe-math-optimizations",
      "-cl-finite-math-only",
      "-cl-fast-relaxed-math",
      "-cl-kernel-arg-info",
      "-w",
  };
  // Warnings: -Werror is OpenCL's, the others are what other compilers built on clang take.
  return is_contained(options, option) ||
         (option.starts_with("-W") && !option.contains(',') && option.size() > 2);
}

} // namespace

Expected<std::vector<std::string>> splitOptions(StringRef options) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  for (size_t i = 0; i < options.size(); ++i) {
    char c = options[i];
    if (isSpace(c) || c == '\0') {
      if (inWord)
        words.push_back(std::move(word));
      word.clear();
      inWord = false;
      continue;
    }
    inWord = true;
    if (c == '\\' && i + 1 < options.size()) {
      word += options[++i];
      continue;
    }
    if (c != '"' && c != '\'') {
      word += c;
      continue;
    }
    size_t start = i;
    for (++i; i < options.size() && options[i] != c; ++i) {
      bool escape = c == '"' && options[i] == '\\' && i + 1 < options.size() &&
                    (options[i + 1] == '"' || options[i + 1] == '\\');
      word += options[escape ? ++i : i];
    }
    if (i >= options.size())
      return invalid("build options: the quote at position " + Twine(start + 1) +
                     " never ends: " + options.substr(start, 40));
  }
  if (inWord)
    words.push_back(std::move(word));
  return words;
}

Expected<LanguageOptions> parseLanguageOptions(StringRef options) {
  Expected<std::vector<std::string>> words = splitOptions(options);
  if (!words)
    return words.takeError();

  LanguageOptions result;
  std::vector<std::string> &arguments = result.clangArguments;
  // The highest 1.x version that the device reports is the default even on a 3.0 device.
  std::string standard = "cl1.2";

  for (size_t i = 0; i < words->size(); ++i) {
    StringRef option = (*words)[i];

    // -D, -U and -I with their value in the same word or in the next one.
    if (option.starts_with("-D") || option.starts_with("-U") || option.starts_with("-I")) {
      std::string value = option.drop_front(2).str();
      if (value.empty()) {
        if (i + 1 == words->size())
          return invalid("build option '" + option + "' needs a value");
        value = (*words)[++i];
      }
      arguments.push_back(option.take_front(2).str());
      arguments.push_back(std::move(value));
      continue;
    }

    if (isIgnoredWithValue(option)) {
      if (++i == words->size())
        return invalid("build option '" + option + "' needs a value");
      continue;
    }

    StringRef version = option;
    if (version.consume_front("-cl-std=")) {
      StringRef name = clangStandard(version);
      if (name.empty())
        return invalid("build option '" + option +
                       "': unknown language version, expected CL1.0, "
                       "CL1.1, CL1.2, CL2.0, CL3.0, CLC++1.0 or CLC++2021");
      standard = name.str();
      result.asksForVersion = true;
      continue;
    }

    if (option == "-cl-fast-relaxed-math" || option == "-cl-unsafe-math-optimizations")
      result.fastMath = true;

    if (option == "-g")
      result.debugInfo = true;
    else if (option == "-cl-uniform-work-group-size")
      result.uniformWorkGroups = true;
    else if (option == "-cl-opt-disable")
      result.optimize = false;
    else if (isPassedOn(option))
      arguments.push_back(option.str());
    else if (option == "-create-library" || option == "-enable-link-options")
      return invalid("build option '" + option + "' is for clLinkProgram only");
    else if (!isIgnored(option))
      return invalid("unknown build option '" + option + "'");
  }

  if (StringRef(standard).starts_with("cl1."))
    result.uniformWorkGroups = true;
  arguments.push_back("-cl-std=" + standard);
  return result;
}

} // namespace heddle::compiler
