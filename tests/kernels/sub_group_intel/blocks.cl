// Block reads, writes and prefetches of every element, width and memory: component i of lane l is
// p[l + i * Max]. The widths of one element lie behind one another in the buffers: 1, 2, 4, 8 and,
// for bytes and words, 16 components for each work-item.
//! reference
//! oracle off
//! sizes 8 16 32
//! launch 64/32 128/64 96/96 32/32
//! kernel read_plain: out uint[n*31] | in uint[n*31]
//! kernel read_ui: out uint[n*31] | in uint[n*31]
//! kernel read_uc: out uchar[n*31] | in uchar[n*31]
//! kernel read_us: out ushort[n*31] | in ushort[n*31]
//! kernel read_ul: out ulong[n*31] | in ulong[n*31]
//! kernel write_plain: out uint[n*31] | in uint[n*31]
//! kernel write_ui: out uint[n*31] | in uint[n*31]
//! kernel write_uc: out uchar[n*31] | in uchar[n*31]
//! kernel write_us: out ushort[n*31] | in ushort[n*31]
//! kernel write_ul: out ulong[n*31] | in ulong[n*31]
//! kernel local_plain: out uint[n*31] | in uint[n*31] | local uint[l*16]
//! kernel local_ui: out uint[n*31] | in uint[n*31] | local uint[l*16]
//! kernel local_uc: out uchar[n*31] | in uchar[n*31] | local uchar[l*16]
//! kernel local_us: out ushort[n*31] | in ushort[n*31] | local ushort[l*16]
//! kernel local_ul: out ulong[n*31] | in ulong[n*31] | local ulong[l*16]
//! kernel prefetch: out ulong[n] | in ulong[n*16]

// Where this sub-group's part of a width begins; `before` components of each work-item lie there
// for smaller widths.
size_t start(uint before, uint width) {
  size_t subGroup = get_group_id(0) * get_enqueued_num_sub_groups() + get_sub_group_id();
  return get_global_size(0) * before + subGroup * get_max_sub_group_size() * width;
}
#define vload1(i, p) ((p)[i])
#define vstore1(v, i, p) ((p)[i] = (v))

#define READ(T, W, BEFORE, F)                                                                      \
  vstore##W(intel_sub_group_block_read##F(in + start(BEFORE, W)), i,                               \
            out + get_global_size(0) * BEFORE);
#define WRITE(T, W, BEFORE, F)                                                                     \
  intel_sub_group_block_write##F(out + start(BEFORE, W),                                           \
                                 vload##W(i, in + get_global_size(0) * BEFORE));
// Through local memory: what was written in blocks is read in blocks and is the same again.
#define LOCAL(T, W, BEFORE, F)                                                                     \
  {                                                                                                \
    local T *own = scratch + get_sub_group_id() * get_max_sub_group_size() * W;                    \
    intel_sub_group_block_write##F(own, vload##W(i, in + get_global_size(0) * BEFORE));            \
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);                                                        \
    own[get_sub_group_local_id()] += 1;                                                            \
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);                                                        \
    vstore##W(intel_sub_group_block_read##F(own), i, out + get_global_size(0) * BEFORE);           \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
  }
#define UP_TO_8(DO, T, F)                                                                          \
  DO(T, 1, 0, F) DO(T, 2, 1, F##2) DO(T, 4, 3, F##4) DO(T, 8, 7, F##8)
#define UP_TO_16(DO, T, F) UP_TO_8(DO, T, F) DO(T, 16, 15, F##16)

#define KERNELS(NAME, T, WIDTHS, F)                                                                \
  kernel void read_##NAME(global T *out, global const T *in) {                                     \
    size_t i = get_global_id(0);                                                                   \
    WIDTHS(READ, T, F)                                                                             \
  }                                                                                                \
  kernel void write_##NAME(global T *out, global const T *in) {                                    \
    size_t i = get_global_id(0);                                                                   \
    WIDTHS(WRITE, T, F)                                                                            \
  }                                                                                                \
  kernel void local_##NAME(global T *out, global const T *in, local T *scratch) {                  \
    size_t i = get_global_id(0);                                                                   \
    WIDTHS(LOCAL, T, F)                                                                            \
  }
KERNELS(plain, uint, UP_TO_8, )
KERNELS(ui, uint, UP_TO_8, _ui)
KERNELS(uc, uchar, UP_TO_16, _uc)
KERNELS(us, ushort, UP_TO_16, _us)
KERNELS(ul, ulong, UP_TO_8, _ul)

#define HEDDLE_BLOCK_PREFETCH(T, F) intel_sub_group_block_prefetch##F((const global T *)in);
kernel void prefetch(global ulong *out, global const ulong *in) {
#include "subgroup_intel.def"
  out[get_global_id(0)] = in[get_global_id(0)];
}
