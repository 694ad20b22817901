// A field that the function which makes the structure has forgotten.
// global: 64
// argument: buffer 256
// argument: buffer 256
typedef struct { float value; float weight; } sample;
sample make(float x) {
  sample s;
  s.value = x;
  return s;
}
kernel void half_written_struct(global const float *in, global float *out) {
  int i = get_global_id(0);
  sample s = make(in[i]);
  out[i] = s.value * s.weight; // finds: uninitialized
}
