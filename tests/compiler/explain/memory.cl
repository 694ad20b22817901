// Each way to access memory, and why it was taken.
// RUN: heddlec %s --explain --sub-group-size=8 --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s

// CHECK-LABEL: kernel 'accesses'
// CHECK-NEXT:  memory.cl: sub-group size 8: asked for by --sub-group-size
// CHECK:       memory.cl: vectorized
kernel void accesses(global const float *a, global const float4 *v, global const int *table,
                     global float *out, int n, int k) {
  size_t i = get_global_id(0);
  // CHECK: memory.cl:[[@LINE+1]]: load of a: uniform, one scalar load for all lanes
  float sum = a[k];
  // CHECK: memory.cl:[[@LINE+1]]: load of a: consecutive, one vector{{$}}
  sum += a[i];
  // CHECK: memory.cl:[[@LINE+1]]: load of a: consecutive, one vector; a gather where n is not 1 (checked at run time)
  sum += a[i * n];
  // CHECK-DAG: memory.cl:[[@LINE+2]]: load of table: consecutive, one vector{{$}}
  // CHECK-DAG: memory.cl:[[@LINE+1]]: load of a: gather, the index is loaded from table at line [[@LINE+1]] (differs through get_global_id(0))
  sum += a[table[i]];
  // CHECK: memory.cl:[[@LINE+1]]: load of v: consecutive vectors of 16 bytes, wide accesses and shuffles
  float4 vector = v[i];
  // CHECK: memory.cl:[[@LINE+1]]: load of a: strided, 12 bytes from lane to lane: wide loads and shuffles
  sum += a[3 * i];
  // CHECK: memory.cl:[[@LINE+1]]: load of a: strided, 400 bytes from lane to lane: one access for each lane
  sum += a[100 * i];
  // CHECK: memory.cl:[[@LINE+1]]: store to out: consecutive, one vector{{$}}
  out[i] = sum + vector.x * vector.y * vector.z * vector.w;
  // CHECK: memory.cl:[[@LINE+1]]: store to out: uniform address, the value of the last active lane is stored
  out[n + 1000] = sum;
}

// CHECK-LABEL: kernel 'narrow'
kernel void narrow(global float *a, int n) {
  int i = get_global_id(0) + n;
  // CHECK: memory.cl:[[@LINE+1]]: store to a: consecutive, one vector; a scatter where the index wraps or begins a new row between lanes (checked at run time)
  a[i] = 1;
}

// CHECK-LABEL: kernel 'private_memory'
// CHECK:       private variable t: in memory, 32 bytes a work-item, element by element with the lanes side by side
// CHECK:       memory: 0 bytes of local memory a work-group, {{[0-9]+}} bytes of stack a work-item
kernel void private_memory(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int t[8];
  for (int j = 0; j < 8; ++j)
    t[j] = in[i] * j;
  // CHECK: memory.cl:[[@LINE+1]]: load of t: gather, the index is loaded from in{{.*}} (differs through get_global_id(0))
  out[i] = t[in[i] & 7];
}

kernel void pixels(global uchar *a, int n) {
  // CHECK: memory.cl:[[@LINE+1]]: store to a: consecutive, one vector; shuffles or one access for each lane where n is not 1 (checked at run time)
  a[get_global_id(0) * n] = 1;
}
