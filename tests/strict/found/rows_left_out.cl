// Loops that write all rows of an array but one, those of another variable where something else holds, and
// elements that are copies of what nobody has written.
// global: 16
// argument: buffer 64
// argument: buffer 64
kernel void rows_left_out(global float *a, global float *b) {
  int g = get_global_id(0);
  float rows[4][8], copies[4], unset[4];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 8; ++j)
      rows[i][j] = 1;
  for (int i = 0; i < 4; ++i)
    copies[i] = unset[i];
  b[g] = rows[g & 3][g & 7]; // finds: uninitialized
  b[g] += copies[g & 3]; // finds: uninitialized
  for (int k = 0; k < 2; ++k) {
    float anew[4];
    if (k == 0)
      for (int i = 0; i < 4; ++i)
        anew[i] = 1;
    a[g] = anew[g & 3]; // finds: uninitialized
  }
}
