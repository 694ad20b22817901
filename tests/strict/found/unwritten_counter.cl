// global: 32
// argument: unwritten 8
kernel void unwritten_counter(global int *a) {
  atomic_inc(a); // finds: unwritten-buffer
}
