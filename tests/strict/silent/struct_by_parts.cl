// A field that nobody sets is copied, and not read.
// global: 64
// argument: buffer 1024
// argument: buffer 1024
typedef struct { float3 position; float weight; int unused; } particle;
particle move(particle p, float t) {
  particle r;
  r.position = p.position + t;
  r.weight = p.weight;
  return r;
}
kernel void struct_by_parts(global const float *in, global float *out) {
  int i = get_global_id(0);
  particle p;
  p.position = (float3)(in[i], in[i], 1);
  p.weight = 1;
  p = move(p, 2);
  particle q = p;
  out[i] = q.position.x * q.weight + q.position.z;
}
