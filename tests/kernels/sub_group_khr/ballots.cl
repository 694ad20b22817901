// Votes, ballots, masks and broadcasts among the work-items that are there.
//! reference
//! oracle off
//! launch 64/16 64/32 33/33 17/17 100/40 7/7
//! kernel ballots: out uint[n*38] | in int[n] range 0 2 | in int[n] values 1
//! kernel ballots: out uint[n*38] | in int[n] range 0 2 | in int[n] range 0 3
//! kernel elect_in_loop: out int[n*2] | in int[n] range 0 7
//! types char uchar short ushort int uint long ulong half float double
//! kernel values_$T: out $T[n*24] | in $T[n*16] | in int[n] values 1
//! kernel values_$T: out $T[n*24] | in $T[n*16] | in int[n] range 0 3
//! kernel values_$T: out $T[n*24] | in $T[n*16] range 0 1 | in int[n] range 0 9
//! kernel equal_floats: out int[n*3] | in float[n] special | in int[n] range 0 3
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#if cl_khr_subgroup_ballot != 1 || cl_khr_subgroup_non_uniform_vote != 1
#error "the macro of an extension is missing"
#endif

kernel void ballots(global uint *out, global const int *in, global const int *on) {
  size_t i = get_global_id(0);
  global uint *own = out + i * 38;
  if (on[i] & 1) {
    uint4 ballot = sub_group_ballot(in[i]);
    vstore4(ballot, 0, own);
    own[4] = sub_group_elect() != 0;
    own[5] = sub_group_non_uniform_all(in[i]) != 0;
    own[6] = sub_group_non_uniform_any(in[i] == 2) != 0;
    own[7] = sub_group_non_uniform_all_equal(in[i]) != 0;
    own[8] = sub_group_inverse_ballot(ballot) != 0;
    own[9] = sub_group_ballot_bit_extract(ballot, get_sub_group_size() - 1) != 0;
    own[10] = sub_group_ballot_bit_count(ballot);
    own[11] = sub_group_ballot_inclusive_scan(ballot);
    own[12] = sub_group_ballot_exclusive_scan(ballot);
    bool isEmpty = ballot.x == 0;
    uint lsb = sub_group_ballot_find_lsb(ballot), msb = sub_group_ballot_find_msb(ballot);
    own[13] = isEmpty ? 0 : lsb;
    own[14] = isEmpty ? 0 : msb;
    // Bits beyond the sub-group count nowhere.
    uint4 full = (uint4)(~0u);
    own[15] = sub_group_ballot_bit_count(full);
    own[16] = sub_group_ballot_find_msb(full);
    own[17] = sub_group_ballot_inclusive_scan(full);
    vstore4(get_sub_group_eq_mask(), 0, own + 18);
    vstore4(get_sub_group_ge_mask(), 0, own + 22);
    vstore4(get_sub_group_gt_mask(), 0, own + 26);
    vstore4(get_sub_group_le_mask(), 0, own + 30);
    vstore4(get_sub_group_lt_mask(), 0, own + 34);
  }
}

// One of those that are left, in each round.
kernel void elect_in_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int round = 0;
  while (!sub_group_elect())
    ++round;
  out[i * 2] = round;
  int rounds = 0;
  for (int k = 0; k < in[i]; ++k)
    rounds += sub_group_elect() ? 100 : 1;
  out[i * 2 + 1] = rounds;
}

#define vload1(i, p) (*(p))
#define vstore1(v, i, p) (*(p) = (v))
#define VALUES(T)                                                                                  \
  kernel void values_##T(global T *out, global const T *in, global const int *on) {                \
    size_t i = get_global_id(0);                                                                   \
    T x = in[i * 16];                                                                              \
    if (on[i] & 1) {                                                                               \
      out[i * 24] = sub_group_broadcast_first(x);                                                  \
      out[i * 24 + 1] = sub_group_non_uniform_all_equal(x) != 0;                                   \
      uint4 here = sub_group_ballot(1);                                                            \
      uint last = sub_group_ballot_find_msb(here);                                                 \
      out[i * 24 + 2] = sub_group_non_uniform_broadcast(x, last);                                  \
      T##2 two = sub_group_non_uniform_broadcast(vload2(0, in + i * 16), last);                    \
      T##3 three = sub_group_non_uniform_broadcast(vload3(0, in + i * 16), last);                  \
      T##4 four = sub_group_non_uniform_broadcast(vload4(0, in + i * 16), last);                   \
      T##8 eight = sub_group_non_uniform_broadcast(vload8(0, in + i * 16), last);                  \
      T##16 sixteen = sub_group_non_uniform_broadcast(vload16(0, in + i * 16), last);              \
      out[i * 24 + 3] = two.y;                                                                     \
      out[i * 24 + 4] = three.z;                                                                   \
      out[i * 24 + 5] = four.w;                                                                    \
      out[i * 24 + 6] = eight.s7;                                                                  \
      vstore16(sixteen, 0, out + i * 24 + 8);                                                      \
    }                                                                                              \
  }
VALUES(char)
VALUES(uchar)
VALUES(short)
VALUES(ushort)
VALUES(int)
VALUES(uint)
VALUES(long)
VALUES(ulong)
VALUES(half)
VALUES(float)
VALUES(double)

// A NaN equals nothing, zeros of both signs are one number.
kernel void equal_floats(global int *out, global const float *in, global const int *on) {
  size_t i = get_global_id(0);
  if (on[i] & 1) {
    out[i * 3] = sub_group_non_uniform_all_equal(in[i]) != 0;
    out[i * 3 + 1] = sub_group_non_uniform_all_equal(on[i] & 2 ? 0.0f : -0.0f) != 0;
    out[i * 3 + 2] = sub_group_non_uniform_all_equal(NAN) != 0;
  }
}
