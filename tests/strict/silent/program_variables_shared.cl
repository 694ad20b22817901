// Variables of the program: a counter, an element for each work-item, and what a barrier orders.
// global: 64
// local: 16
// argument: buffer 256
global atomic_int total = ATOMIC_VAR_INIT(0);
global int slots[64], table[4] = {1, 2, 3, 4};
kernel void program_variables_shared(global int *a) {
  int g = get_global_id(0);
  slots[g] = table[g & 3];
  atomic_fetch_add_explicit(&total, slots[g], memory_order_relaxed, memory_scope_device);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[g] = slots[g ^ 1];
}
