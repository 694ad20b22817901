// A work-group of one work-item needs no barriers, and its local variables are its own.
// RUN: heddlec %s --kernel=exchange --sub-group-size=16 --join-groups=1*16 --print-after=join-groups --emit=llvm --target=x86-64-v4 -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t

// CHECK:     define {{.*}}@exchange(
// CHECK-NOT: addrspace(3)
// CHECK-NOT: work_group_barrier
// CHECK:     ret void

// CODE:      define {{.*}}@exchange.entry(
// CODE-NOT:  alloca
// CODE-NOT:  fence
// CODE-NOT:  {{^define}}
// CODE:      ret void
kernel void exchange(global int *out, global const int *in) {
  local int shared[64];
  int l = get_local_id(0), size = get_local_size(0);
  shared[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int left = size / 2; left > 0; left /= 2) {
    if (l < left)
      shared[l] += shared[l + left];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_group_id(0)] = shared[0];
}

// CODE-NOT:  @other.entry(
kernel void other(global int *out) { out[get_global_id(0)] = 1; }
