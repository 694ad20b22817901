// The core functions on the types of cl_khr_subgroup_extended_types: 8 and 16 bits, and broadcasts of
// vectors.
//! reference
//! oracle off
//! launch 64/16 33/33 17/17 100/40
//! types char uchar short ushort
//! kernel collectives_$T: out $T[n*10] | in $T[n]
//! types char uchar short ushort int uint long ulong half float double
//! kernel vectors_$T: out $T[n*33] | in $T[n*16]
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#if cl_khr_subgroup_extended_types != 1
#error "the macro of cl_khr_subgroup_extended_types is missing"
#endif

#define COLLECTIVES(T)                                                                             \
  kernel void collectives_##T(global T *out, global const T *in) {                                 \
    size_t i = get_global_id(0);                                                                   \
    T x = in[i];                                                                                   \
    out[i * 10] = sub_group_reduce_add(x);                                                         \
    out[i * 10 + 1] = sub_group_reduce_min(x);                                                     \
    out[i * 10 + 2] = sub_group_reduce_max(x);                                                     \
    out[i * 10 + 3] = sub_group_scan_inclusive_add(x);                                             \
    out[i * 10 + 4] = sub_group_scan_inclusive_min(x);                                             \
    out[i * 10 + 5] = sub_group_scan_inclusive_max(x);                                             \
    out[i * 10 + 6] = sub_group_scan_exclusive_add(x);                                             \
    out[i * 10 + 7] = sub_group_scan_exclusive_min(x);                                             \
    out[i * 10 + 8] = sub_group_scan_exclusive_max(x);                                             \
    out[i * 10 + 9] = sub_group_broadcast(x, get_sub_group_size() - 1);                            \
  }
COLLECTIVES(char)
COLLECTIVES(uchar)
COLLECTIVES(short)
COLLECTIVES(ushort)

#define VECTORS(T)                                                                                 \
  kernel void vectors_##T(global T *out, global const T *in) {                                     \
    size_t i = get_global_id(0);                                                                   \
    uint last = get_sub_group_size() - 1;                                                          \
    global T *own = out + i * 33;                                                                  \
    vstore2(sub_group_broadcast(vload2(0, in + i * 16), last), 0, own);                            \
    vstore3(sub_group_broadcast(vload3(0, in + i * 16), last), 0, own + 2);                        \
    vstore4(sub_group_broadcast(vload4(0, in + i * 16), last), 0, own + 5);                        \
    vstore8(sub_group_broadcast(vload8(0, in + i * 16), last), 0, own + 9);                        \
    vstore16(sub_group_broadcast(vload16(0, in + i * 16), last), 0, own + 17);                     \
  }
VECTORS(char)
VECTORS(uchar)
VECTORS(short)
VECTORS(ushort)
VECTORS(int)
VECTORS(uint)
VECTORS(long)
VECTORS(ulong)
VECTORS(half)
VECTORS(float)
VECTORS(double)
