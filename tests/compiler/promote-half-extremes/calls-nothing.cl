// The optimizer makes maxima of halves out of maxima of floats, and LLVM calls of fmaxf out of them.
// RUN: heddlec %s -o %t.v3 --target=x86-64-v3 --sub-group-size=8
// RUN: llvm-nm -D --undefined-only %t.v3 | count 0
// RUN: heddlec %s -o %t.v4 --target=x86-64-v4 --sub-group-size=16
// RUN: llvm-nm -D --undefined-only %t.v4 | count 0

kernel void extremes(global half4 *p, global half *q) {
  const size_t i = get_global_id(0);
  p[i] = fmin(fmax(p[i], p[i + 1]), q[i]);
  q[i] = sub_group_reduce_max(q[i]);
}
