// RUN: heddlec --link %s --target=x86-64-v3 --emit=llvm | FileCheck --check-prefix=EXACT %s
// RUN: heddlec --link %s --target=x86-64-v3 --emit=llvm --link-options=-cl-fast-relaxed-math | FileCheck --check-prefix=FAST %s
// RUN: heddlec --link %s --target=x86-64-v3 --emit=llvm --link-options="-cl-no-signed-zeros -cl-finite-math-only" | FileCheck --check-prefix=SOME %s
// EXACT: fmul <
// FAST: fmul fast <
// SOME: fmul nnan ninf nsz <
// RUN: not heddlec --link %s --target=x86-64-v3 -o %t --link-options=-cl-bogus 2>&1 | FileCheck --check-prefix=BOGUS %s
// BOGUS: error: unknown link option '-cl-bogus'
// RUN: not heddlec --library %s --link-options=-enable-link-options 2>&1 | FileCheck --check-prefix=ALONE %s
// ALONE: error: link option '-enable-link-options' needs '-create-library'
kernel void k(global float *p, float f) { p[get_global_id(0)] *= f; }
