// All of each variable is written by loops, some in parts, before anything is read.
// global: 16
// argument: buffer 64
kernel void written_by_loops(global float *a) {
  int g = get_global_id(0);
  float rows[4][8], pairs[4][2], backwards[8];
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 8; ++j)
      rows[i][j] = 1;
    pairs[i][0] = 2;
    pairs[i][1] = 3;
  }
  for (int i = 7; i >= 0; --i)
    backwards[i] = 4;
  for (int k = 0; k < 2; ++k) {
    float4 anew[4];
    for (int i = 0; i < 4; ++i)
      anew[i] = k;
    a[g] += anew[g & 3].x;
  }
  a[g] += rows[g & 3][g & 7] + pairs[g & 3][g & 1] + backwards[g & 7];
}
