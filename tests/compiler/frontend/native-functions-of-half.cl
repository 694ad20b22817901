// native_… functions take half, as with compilers for Intel's GPUs, and what they took before.
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -Werror
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -Werror -cl-std=CL3.0
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CLC++2021
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -Werror -DMACRO -Dnative_exp=exp

#ifdef MACRO
kernel void k(global float4 *floats, global double2 *doubles, half unused) {
  floats[0] = native_exp(floats[1]);
  doubles[0] = exp(doubles[1]);
}
#else
kernel void k(global half *halves, global float *floats, global int *ints, global ulong *longs) {
  size_t i = get_global_id(0);
  // No half times a float: the type is half.
  half8 v = native_exp(vload8(i, halves)) * native_recip(halves[i]);
  v = native_divide(v, native_powr(v, v));
  vstore8(v, i, halves);
  halves[i] = max(native_rsqrt(halves[i]), halves[i + 1]);
  floats[i] = native_sqrt(2) + native_log2(longs[i]) + native_sin((short)ints[i]) +
              native_cos(0.5) + native_divide(1.0f, halves[i]) + native_powr(ints[i], 2);
}
#endif
