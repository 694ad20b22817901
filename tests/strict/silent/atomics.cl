// global: 16
// argument: buffer 8
kernel void atomics(global int *count) {
  atomic_inc(count + (get_global_id(0) & 1));
  atomic_cmpxchg(count, 3, 4);
}
