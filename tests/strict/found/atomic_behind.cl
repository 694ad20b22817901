// global: 16
// argument: buffer 4
kernel void atomic_behind(global int *count) {
  atomic_inc(count + (get_global_id(0) == 9)); // finds: out-of-bounds
}
