// Loops that write a row of their own of what they gather: rows of no elements, of few and of many;
// by arguments that cannot overlap, and by others; in place; words of floats and of integers; one
// work-item that does everything.
//! launch 64/16 33/33 40/8
//! kernel weights: out float[n*40] | in int[n*40] range 0 7 | in int[8] range 1 9 | value int 40
//! kernel weights: out float[n*3] | in int[n*3] range 0 7 | in int[8] range 1 9 | value int 3
//! kernel weights: out float[64] | in int[64] range 0 7 | in int[8] range 1 9 | value int 0
//! kernel apart: out float[n*40] | in int[n*40] range 0 7 | in int[8] range 1 9 | value int 40
//! kernel lengths: out uint[n*33] | in int[n*33] range 0 7 | in uint[8]
//! kernel in_place: inout int[n*35] range 0 34 | value int 35
//! kernel moved: inout int[n*35] range 0 34 | in int[n*35] range 0 34 | value int 35
//! launch 1/1
//! kernel task: out float[1000] | in int[1000] range 0 7 | in float[8] | value int 1000
//! kernel streams: out int[777] | in int[777] | in int[777] | value int 777

kernel void weights(global float *out, global const int *columns, global const int *counts,
                    int length) {
  int row = get_global_id(0);
  for (int i = row * length; i < (row + 1) * length; ++i)
    out[i] = 1.0f / counts[columns[i]];
}

kernel void apart(global float *restrict out, global const int *restrict columns,
                  global const int *restrict counts, int length) {
  int row = get_global_id(0);
  for (int i = row * length; i < (row + 1) * length; ++i)
    out[i] = 1.0f / counts[columns[i]];
}

kernel void lengths(global uint *out, global const int *columns, global const uint *words) {
  int row = get_global_id(0);
  int end = row % 34;
  for (int i = 0; i < end; ++i)
    out[row * 33 + i] = words[columns[row * 33 + i]] ^ i;
}

kernel void in_place(global int *row, int length) {
  row += get_global_id(0) * length;
  for (int i = 0; i < length; ++i)
    row[i] = row[row[i]];
}

kernel void moved(global int *row, global const int *index, int length) {
  int begin = get_global_id(0) * length;
  for (int i = 0; i + 1 < length; ++i)
    row[begin + i] = row[begin + i + 1] + row[begin + index[begin + i]] % 8;
}

kernel void task(global float *out, global const int *index, global const float *table, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = 2 * table[index[i]] + i;
}

kernel void streams(global int *out, global const int *a, global const int *b, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = a[i] + b[i] / 3;
}
