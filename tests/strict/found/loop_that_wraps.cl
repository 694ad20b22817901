// In 32 bits the third index is negative; in 64 bits it would be as far behind.
// global: 16
// argument: buffer 64
// argument: buffer 64
// argument: int 4
kernel void loop_that_wraps(global const int *from, global int *to, int rounds) {
  int i = get_global_id(0), sum = 0;
  for (uint j = 0; j < rounds; j += 2)
    sum += from[(int)(j * 0x40000000u) + i]; // finds: out-of-bounds
  to[i] = sum;
}
