// Rows that are taken for the whole, from their first element on, the last member, and a union.
// global: 16
// local: 16
// argument: buffer 1024
// argument: buffer 64
typedef struct {
  int count;
  union {
    int few[2], all[8];
  } values;
  int data[1];
} item;
int sum(const int *values, int count) {
  int result = 0;
  for (int k = 0; k < count; ++k)
    result += values[k];
  return result;
}
kernel void arrays_as_one(global item *a, global int *b) {
  local int tile[4][4];
  int i = get_local_id(0), matrix[3][4];
  tile[0][i] = i; // all: array-index
  barrier(CLK_LOCAL_MEM_FENCE);
  local int *whole = &tile[0][0];
  for (int k = 0; k < 12; ++k)
    (&matrix[0][0])[k] = whole[k] + tile[k / 4][k % 4];
  item own = {0};
  own.values.all[i & 7] = i;
  own.values.few[i & 1] += 1;
  global item *first = a;
  int last = first->data[i]; // behind it there is more of the buffer
  for (local int *at = tile[1]; at < tile[3]; ++at)
    last += *at;
  for (int k = 0; k < 4; ++k)
    last += tile[3][k] + *(*(tile + k) + k) + tile[k][i & 3];
  b[i] = sum(&matrix[0][0], 12) + sum(matrix[1], 8) + last + own.values.all[i / 2];
}
