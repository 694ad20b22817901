// global: 64
// local: 32
// argument: local 128
// argument: buffer 256
kernel void race_through_an_argument(local int *shared, global int *a) {
  int i = get_local_id(0);
  shared[i] = i + 1; // finds: race
  a[get_global_id(0)] = shared[(i + 16) % 32]; // finds: race unwritten-memory
}
