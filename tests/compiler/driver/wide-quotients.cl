// Quotients of 128 bits and conversions between such integers and floats call no function: a program
// need not have loaded the library that has them.
// RUN: heddlec %s --target=x86-64-v3 --emit=asm --sub-group-size=1 -o - | FileCheck %s --implicit-check-not=call --implicit-check-not=jmp{{.*}}PLT
// CHECK: {{^}}wide.entry:

kernel void wide(global unsigned long long *u, global long long *s, global float *f) {
  size_t i = get_global_id(0);
  u[i] /= u[i + 1];
  s[i] %= s[i + 1];
  f[i] = s[i + 2];
  u[i + 2] = f[i + 1];
}
