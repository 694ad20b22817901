// A matrix function under a condition that splits a full sub-group is a warning with its place,
// also without -g. Guards at the end of the data, and conditions that whole sub-groups share, are
// none.
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s --implicit-check-not=warning:

#define MAD(sum) intel_sub_group_i8_i8_matrix_mad_k32(a[i], b[i], sum)
#define KERNEL(name, body)                                                                         \
  __attribute__((intel_reqd_sub_group_size(8))) kernel void name(                                  \
      global const int8 *a, global const int8 *b, global int8 *c, int n, global const int *w) {    \
    size_t i = get_global_id(0);                                                                   \
    int8 d = c[i];                                                                                 \
    body;                                                                                          \
    c[i] = d;                                                                                      \
  }

// CHECK: warning: {{.*}}divergent-calls.cl:[[@LINE+1]]:{{[0-9]+}}: kernel 'lane': 'matrix_mad' in divergent control flow: all work-items of the sub-group must reach it, and a condition at line [[@LINE+1]] differs between them (get_sub_group_local_id())
KERNEL(lane, if (get_sub_group_local_id() < 4) d = MAD(d))
// CHECK: warning: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: kernel 'odd'
KERNEL(odd, if (get_global_id(0) & 1) d = MAD(d))
// CHECK: warning: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: kernel 'one'
KERNEL(one, if (get_local_id(0) == 0) d = MAD(d))
// CHECK: warning: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: kernel 'data'
KERNEL(data, if (w[i] > 0) d = MAD(d))
// CHECK: warning: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: kernel 'own_trip_count'
KERNEL(own_trip_count, for (int k = 0; k < w[i]; ++k) d = MAD(d))
// CHECK: warning: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: kernel 'odd_size'
KERNEL(odd_size, if (i >= 1001) return; d = MAD(d))
// CHECK: warning: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: kernel 'some_return'
KERNEL(some_return, if (w[i] == 3) return; d = MAD(d))
// CHECK: warning: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: kernel 'one_of_two'
KERNEL(one_of_two, if (n > 3 && get_sub_group_local_id() != 2) d = MAD(d))

KERNEL(uniform, if (n > 3) d = MAD(d))
KERNEL(guard, if (i >= n) return; d = MAD(d))
KERNEL(two_guards, if (i < n && get_global_id(1) < n) d = MAD(d))
KERNEL(even_size, if (i >= 1000) return; d = MAD(d))
KERNEL(some_sub_groups, if (get_sub_group_id() < 2) d = MAD(d))
KERNEL(number_by_division, if (get_local_id(0) / 8 == 1) d = MAD(d))
KERNEL(number_by_shift, if ((get_local_id(0) >> 4) & 1) d = MAD(d))
KERNEL(table, if (w[get_global_id(0) / 16]) d = MAD(d))
KERNEL(strides, for (int k = get_global_id(0); k < n; k += get_global_size(0)) d = MAD(d))
KERNEL(vote, if (sub_group_any(w[i])) d = MAD(d))
KERNEL(behind, if (w[i]) d += 1; d = MAD(d))
KERNEL(another_dimension, if (get_local_id(1) == 0) d = MAD(d))
KERNEL(uniform_loop, for (int k = 0; k < n; ++k) { if (w[i]) d += 1; d = MAD(d); })
