// Counters that nobody has set to 0.
// global: 256
// local: 64
// argument: buffer 256
// argument: buffer 1024
kernel void histogram_not_cleared(global const uchar *in, global int *out) {
  local int bins[16];
  int l = get_local_id(0);
  atomic_inc(&bins[in[get_global_id(0)] & 15]); // finds: unwritten-memory
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16)
    atomic_add(&out[l], bins[l]); // finds: unwritten-memory
}
