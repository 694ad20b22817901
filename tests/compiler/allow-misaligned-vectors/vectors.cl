// Vectors may begin at any element: no instruction that wants more of an address.
// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=1 --emit=asm -o - | FileCheck %s
// RUN: heddlec %s --target=x86-64-v4 --emit=asm -o - | FileCheck %s

// CHECK-NOT: vmov{{ap|dqa}}{{.*}}(%r{{[a-d0-9]}}
kernel void vectors(global float *in, global float *out) {
  size_t i = get_global_id(0);
  *(global float16 *)(out + 1 + 16 * i) = *(global float16 *)(in + 1 + 16 * i) * 2;
}

typedef struct {
  int4 parts[2];
} wide;

kernel void structures(global wide *in, global wide *out, local wide *kept) {
  size_t i = get_global_id(0);
  kept[get_local_id(0)] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = kept[get_local_size(0) - 1 - get_local_id(0)];
}
