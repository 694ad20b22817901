// global: 8
// argument: buffer 64
// argument: buffer 32
typedef struct {
  global const int *at, *end;
  global int *optional;
  int lengths[3];
} Stream;

bool next(Stream *stream, int *value) {
  if (stream->at == stream->end)
    return false;
  *value = *stream->at++;
  return true;
}

kernel void pointers_in_structures(global const int *in, global int *out) {
  global const int *halves[] = {in, in + 8};
  Stream streams[2] = {0};
  for (int k = 0; k < 2; ++k) {
    streams[k].at = halves[k];
    streams[k].end = halves[k] + 8;
  }
  int sum = 0, value;
  while (next(&streams[0], &value))
    sum += value;
  Stream second = streams[1];
  while (next(&second, &value))
    sum += value;
  if (second.optional)
    second.optional[0] = sum;
  out[get_global_id(0)] = sum;
}
