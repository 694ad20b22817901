// RUN: heddlec --help | FileCheck --check-prefix=HELP %s
// HELP: usage: heddlec FILE
// HELP: heddlec --compile FILE
// HELP: heddlec --link FILE...
// HELP: heddlec --library FILE...
// HELP: --print-after=PASS

// RUN: heddlec --version | FileCheck --check-prefix=VERSION %s
// VERSION: heddlec {{[0-9.]+}}, driver interface {{[0-9]+}}, LLVM 22

// RUN: not heddlec 2>&1 | FileCheck --check-prefix=NOTHING %s
// NOTHING: heddlec: no input file

// RUN: not heddlec a.cl b.cl 2>&1 | FileCheck --check-prefix=TWO %s
// TWO: heddlec: one input file is expected, found 'a.cl' and 'b.cl'; --link takes several

// RUN: not heddlec --link a.cl b.cl --emit=spirv 2>&1 | FileCheck --check-prefix=LINKSPIRV %s
// LINKSPIRV: heddlec: --emit=spirv: a link makes no SPIR-V module

// RUN: not heddlec a.cl --link-options=-cl-fast-relaxed-math 2>&1 | FileCheck --check-prefix=LINKOPTIONS %s
// LINKOPTIONS: heddlec: --link-options needs --link or --library

// RUN: not heddlec a.cl --header=a.h 2>&1 | FileCheck --check-prefix=HEADER %s
// HEADER: heddlec: --header: 'a.h' is not of the form NAME=FILE

// RUN: not heddlec --frobnicate a.cl 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: heddlec: unknown option '--frobnicate'

// RUN: not heddlec %t.none.cl 2>&1 | FileCheck --check-prefix=MISSING %s
// MISSING: heddlec: cannot read '{{.*}}none.cl'

// RUN: not heddlec a.cl --sub-group-size=12 2>&1 | FileCheck --check-prefix=SIZE %s
// SIZE: heddlec: --sub-group-size: '12' is not one of 1, 8, 16 and 32

// RUN: not heddlec a.cl --emit=fortran 2>&1 | FileCheck --check-prefix=EMIT %s
// EMIT: heddlec: --emit: 'fortran' is not one of spirv, llvm, asm and binary

// RUN: not heddlec %S/../frontend/default-language.cl -o %t -- -cl-bogus 2>&1 | FileCheck --check-prefix=OPTION %s
// OPTION: error: unknown build option '-cl-bogus'

// RUN: not heddlec %S/../frontend/default-language.cl -o %t --target=pdp11 2>&1 | FileCheck --check-prefix=TARGET %s
// TARGET: error: unknown target 'pdp11'

// RUN: not heddlec --job < /dev/null 2>&1 | FileCheck --check-prefix=JOB %s
// JOB: heddlec: the request on standard input is damaged or of another version of Heddle
