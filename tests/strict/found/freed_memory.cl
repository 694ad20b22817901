// global: 4
// argument: freed 64
kernel void freed_memory(global int *a) {
  a[get_global_id(0)] = 1; // finds: freed-memory
}
