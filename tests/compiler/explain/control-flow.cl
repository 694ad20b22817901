// Divergent branches and loops name what differs; uniform ones are not mentioned.
// RUN: heddlec %s --target=x86-64-v3 --explain --sub-group-size=8 -- -cl-std=CL3.0 | FileCheck %s

// CHECK-LABEL: kernel 'divergent'
kernel void divergent(global int *out, global const int *in, int n) {
  int x = get_global_id(0);
  int sum = 0;
  // CHECK-NOT: control-flow.cl:[[@LINE+1]]: loop
  for (int i = 0; i < n; ++i)
    sum += in[i];
  // CHECK: control-flow.cl:[[@LINE+1]]: branch: divergent, each side runs for the lanes that take it: {{.*}} > 5 differs through get_global_id(0)
  if (in[x] > 5) {
    out[x] = sum;
  } else {
    // CHECK: control-flow.cl:[[@LINE+1]]: loop: divergent, runs until its last lane has left: {{.*}}differs through get_global_id(0)
    for (int i = 0; i < x; ++i)
      out[i * 8 + x] += 3;
  }
}

// CHECK-LABEL: kernel 'sources'
kernel void sources(global int *out, volatile global int *counter, int n) {
  size_t i = get_local_id(0);
  // CHECK: control-flow.cl:[[@LINE+1]]: branch: divergent, {{.*}}i == 3 differs through get_local_id(0)
  if (i == 3)
    out[n] = 4;
  // CHECK: control-flow.cl:[[@LINE+1]]: atomic operation: one after another for each lane
  int ticket = atomic_xchg(counter, (int)i);
  // CHECK: control-flow.cl:[[@LINE+1]]: branch: divergent, {{.*}}differs through the result of an atomic operation at line [[@LINE-1]]
  if (ticket > n)
    out[ticket] = 5;
  // CHECK: control-flow.cl:[[@LINE+1]]: atomic operation: one for all lanes, on what they bring together
  atomic_add(counter, ticket);
}
