// Programs mix up pointer types, and pointers and integers, leave out types, and compare two ways at
// once, and expect no more than a warning.
// RUN: heddlec %s --target=x86-64-v3 -o %t 2>&1 | FileCheck %s
// RUN: not heddlec %s --target=x86-64-v3 -o %t -- -DSPACES 2>&1 | FileCheck --check-prefix=SPACES %s

kernel void k(global float2 *out) {
  // CHECK: [[@LINE+1]]:18: warning: incompatible pointer types
  global float4 *wide = out;
  // CHECK: [[@LINE+1]]:10: warning: incompatible pointer to integer conversion
  size_t address = out;
  // CHECK: [[@LINE+1]]:9: warning: type specifier missing, defaults to 'int'
  const rounds = 3;
  // CHECK: [[@LINE+1]]:19: warning: chained comparison
  if (0 < address <= get_work_dim())
    wide[0] = (float4)(address * rounds);
}
// CHECK: 4 warnings generated.

#ifdef SPACES
kernel void spaces(global int *out) {
  // SPACES: error: initializing '__local int *{{.*}}' with an expression of type '__global int *{{.*}}' changes address space
  local int *other = out;
}
#endif
