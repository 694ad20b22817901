// Which kernels cannot tell how their work-items are grouped, so that small work-groups run joined, and
// which can tell, but can be compiled for it.
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL1.2 | FileCheck %s --check-prefixes=CHECK,WHOLE
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s --check-prefixes=CHECK,ANY

// CHECK-LABEL: kernel 'global_ids'
// CHECK:         work-items are independent
kernel void global_ids(global int *out) { out[get_global_id(0)] = get_global_size(1); }

// CHECK-LABEL: kernel 'sums_of_ids'
// CHECK:         work-items are independent
kernel void sums_of_ids(global int *out) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  out[i] = i;
}

// The product is the global size only where all work-groups are whole.
// CHECK-LABEL: kernel 'products_of_sizes'
// WHOLE:         work-items are independent
// ANY-NOT:       work-items are independent
kernel void products_of_sizes(global int *out) {
  out[get_global_id(0)] = get_num_groups(0) * get_local_size(0);
}

// CHECK-LABEL: kernel 'local_ids'
// CHECK:         small work-groups can be the lanes of sub-groups
kernel void local_ids(global int *out) { out[get_global_id(0)] = get_local_id(0); }

// CHECK-LABEL: kernel 'other_dimension'
// CHECK:         small work-groups can be the lanes of sub-groups
kernel void other_dimension(global int *out) {
  out[get_group_id(0) * get_local_size(1) + get_local_id(0)] = 1;
}

// CHECK-LABEL: kernel 'local_memory'
// CHECK:         small work-groups can be the lanes of sub-groups
kernel void local_memory(global int *out, local int *scratch) {
  *scratch = out[0];
  out[get_global_id(0)] = *scratch;
}

// CHECK-LABEL: kernel 'barriers'
// CHECK:         small work-groups can be the lanes of sub-groups
kernel void barriers(global int *out) {
  out[get_global_id(0)] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0) ^ 1] += 1;
}

// Neither images nor printf have to do with groups of work-items, of either kind.
// CHECK-LABEL: kernel 'images'
// CHECK:         sub-group size 16: two registers of floats
// CHECK:         work-items are independent
kernel void images(read_only image2d_t in, write_only image2d_t out) {
  int2 place = (int2)(get_global_id(0), get_global_id(1));
  const sampler_t nearest = CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP;
  write_imagef(out, place, read_imagef(in, nearest, place));
}

// CHECK-LABEL: kernel 'prints'
// CHECK:         sub-group size 16: two registers of floats
// CHECK:         work-items are independent
kernel void prints(global const int *in) { printf("%d\n", in[get_global_id(0)]); }

// CHECK-LABEL: kernel 'sums'
// CHECK-NOT:     small work-groups
// CHECK:         memory:
kernel void sums(global int *out) {
  out[get_global_id(0)] = sub_group_reduce_add((int)get_global_id(0));
}
