// intel_sub_group_ballot, which no extension has: of all work-items, of some, and of one more.
//! oracle off
//! reference
//! launch 64/16 33/33 100/40 7/7
//! kernel ballots: out uint[n*2] | in uint[n]

kernel void ballots(global uint *out, global const uint *in) {
  size_t i = get_global_id(0);
  out[i * 2] = intel_sub_group_ballot(in[i] & 1);
  out[i * 2 + 1] = 0;
  if (in[i] & 2)
    out[i * 2 + 1] = intel_sub_group_ballot(in[i] & 1);
}
