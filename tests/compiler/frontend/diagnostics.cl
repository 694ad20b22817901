// The log has clang's text with the user's names; warnings do not fail a build unless asked to.
// RUN: not heddlec %s --target=x86-64-v3 -o %t 2>&1 | FileCheck %s
// RUN: not heddlec %s --target=x86-64-v3 -o %t -- -w 2>&1 | FileCheck --check-prefix=QUIET %s

// CHECK: diagnostics.cl:[[@LINE+1]]:2: warning: careful
#warning careful
kernel void k(global int *p) {
  // CHECK: diagnostics.cl:[[@LINE+1]]:10: error: use of undeclared identifier 'missing'
  p[0] = missing;
}
// CHECK: 1 warning and 1 error generated.
// QUIET-NOT: warning
// QUIET: error: use of undeclared identifier 'missing'
