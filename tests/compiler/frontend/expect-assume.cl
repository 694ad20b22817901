// RUN: heddlec %s --target=x86-64-v3 -o %t
// RUN: heddlec --compile %s -o %t.spv
// RUN: heddlec %t.spv --target=x86-64-v3 --print-after=lower-subgroup-matrix -o %t.hdl | FileCheck %s
#ifndef cl_khr_expect_assume
#error
#endif
// CHECK: call {{.*}}expect{{.*}}(i64
// CHECK: call void @llvm.assume(i1
kernel void k(global int *p, int n) {
  if (__builtin_expect(n == 3, 0))
    p[1] = 1;
  __builtin_assume(n > 0);
  p[0] = n / 2;
}
