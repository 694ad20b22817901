// global: 1
// argument: buffer 32
// argument: buffer 4
kernel void counting_pointer(global const int *a, global int *sum) {
  int s = 0;
  for (global const int *end = a + 9; a != end; ++a)
    s += *a; // finds: out-of-bounds
  *sum = s;
}
