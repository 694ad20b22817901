// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s

// vload3 reads three elements; vloada_half3 has a stride of four and may read aligned.
// CHECK-LABEL: define void @loads(
// CHECK: getelementptr float, ptr addrspace(1) {{.*}}, i64 3
// CHECK: load <3 x float>, ptr addrspace(1) {{.*}}, align 4
// CHECK: getelementptr half, ptr addrspace(1) {{.*}}, i64 20
// CHECK: load <3 x half>, ptr addrspace(1) {{.*}}, align 8
// CHECK: fpext <3 x half> {{.*}} to <3 x float>
kernel void loads(global float *f, global half *h, global float4 *o) {
  o[0].xyz = vload3(1, f) + vloada_half3(5, h);
}

// CHECK-LABEL: define void @stores(
// CHECK: [[NEAREST:%.*]] = fptrunc float {{.*}} to half
// CHECK: store half [[NEAREST]], ptr addrspace(1) {{.*}}, align 2
kernel void stores(global float *f, global half *h) { vstore_half(f[0], 2, h); }
