// The broadcasts, reductions and scans of 8 and 16 bits, which have a prefix of their own.
//! reference
//! oracle off
//! launch 64/16 33/33 17/17 100/40 7/7
//! types char uchar short ushort
//! kernel collectives_$T: out $T[n*10] | in $T[n]
//! kernel broadcasts_$T: out $T[n*33] | in $T[n*16]

#define HEDDLE_SMALL_COLLECTIVE(T)                                                                 \
  kernel void collectives_##T(global T *out, global const T *in) {                                 \
    size_t i = get_global_id(0);                                                                   \
    T x = in[i];                                                                                   \
    out[i * 10] = intel_sub_group_reduce_add(x);                                                   \
    out[i * 10 + 1] = intel_sub_group_reduce_min(x);                                               \
    out[i * 10 + 2] = intel_sub_group_reduce_max(x);                                               \
    out[i * 10 + 3] = intel_sub_group_scan_inclusive_add(x);                                       \
    out[i * 10 + 4] = intel_sub_group_scan_inclusive_min(x);                                       \
    out[i * 10 + 5] = intel_sub_group_scan_inclusive_max(x);                                       \
    out[i * 10 + 6] = intel_sub_group_scan_exclusive_add(x);                                       \
    out[i * 10 + 7] = intel_sub_group_scan_exclusive_min(x);                                       \
    out[i * 10 + 8] = intel_sub_group_scan_exclusive_max(x);                                       \
    out[i * 10 + 9] = intel_sub_group_broadcast(x, get_sub_group_size() - 1);                      \
  }
#include "subgroup_intel.def"

#define BROADCASTS(T)                                                                              \
  kernel void broadcasts_##T(global T *out, global const T *in) {                                  \
    size_t i = get_global_id(0);                                                                   \
    uint last = get_sub_group_size() - 1;                                                          \
    global T *own = out + i * 33;                                                                  \
    vstore2(intel_sub_group_broadcast(vload2(0, in + i * 16), last), 0, own);                      \
    vstore3(intel_sub_group_broadcast(vload3(0, in + i * 16), last), 0, own + 2);                  \
    vstore4(intel_sub_group_broadcast(vload4(0, in + i * 16), last), 0, own + 5);                  \
    vstore8(intel_sub_group_broadcast(vload8(0, in + i * 16), last), 0, own + 9);                  \
    vstore16(intel_sub_group_broadcast(vload16(0, in + i * 16), last), 0, own + 17);               \
  }
BROADCASTS(char)
BROADCASTS(uchar)
BROADCASTS(short)
BROADCASTS(ushort)
