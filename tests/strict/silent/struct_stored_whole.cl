// So is one that goes to a buffer with the others.
// global: 16
// argument: buffer 256
// argument: buffer 1024
typedef struct { float value; int index; char flag; int spare; } entry;
kernel void struct_stored_whole(global const float *in, global entry *out) {
  int i = get_global_id(0);
  entry e;
  e.value = in[i];
  e.index = i;
  e.flag = 1;
  out[i] = e;
}
