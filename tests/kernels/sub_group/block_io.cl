// Block reads and writes: component i of lane l is p[l + i * S].
//! reference
//! oracle off
//! sizes 8 16 32
//! launch 64/32 128/64 96/96 32/32
//! kernel read_1: out uint[n] | in uint[n*16]
//! kernel read_2: out uint[n*2] | in uint[n*16]
//! kernel read_4: out uint[n*4] | in uint[n*16]
//! kernel read_8: out uint[n*8] | in uint[n*16]
//! kernel read_us_1: out ushort[n] | in ushort[n*16]
//! kernel read_us_2: out ushort[n*2] | in ushort[n*16]
//! kernel read_us_4: out ushort[n*4] | in ushort[n*16]
//! kernel read_us_8: out ushort[n*8] | in ushort[n*16]
//! kernel write_1: out uint[n*16] | in uint[n*8]
//! kernel write_2: out uint[n*16] | in uint[n*8]
//! kernel write_4: out uint[n*16] | in uint[n*8]
//! kernel write_8: out uint[n*16] | in uint[n*8]
//! kernel write_us_1: out ushort[n*16] | in ushort[n*8]
//! kernel write_us_2: out ushort[n*16] | in ushort[n*8]
//! kernel write_us_4: out ushort[n*16] | in ushort[n*8]
//! kernel write_us_8: out ushort[n*16] | in ushort[n*8]

// Each sub-group has 8 * S elements of its own.
size_t start() {
  size_t subGroup = get_group_id(0) * get_enqueued_num_sub_groups() + get_sub_group_id();
  return subGroup * get_max_sub_group_size() * 8;
}

#define READ(W, V, T, N, F)                                                                        \
  kernel void read_##N(global T *out, global const T *in) {                                        \
    size_t i = get_global_id(0);                                                                   \
    V v = intel_sub_group_block_read##F(in + start());                                             \
    vstore##W(v, i, out);                                                                          \
  }                                                                                                \
  kernel void write_##N(global T *out, global const T *in) {                                       \
    size_t i = get_global_id(0);                                                                   \
    intel_sub_group_block_write##F(out + start(), vload##W(i, in));                                \
  }
#define vload1(i, p) ((p)[i])
#define vstore1(v, i, p) ((p)[i] = (v))
READ(1, uint, uint, 1, )
READ(2, uint2, uint, 2, 2)
READ(4, uint4, uint, 4, 4)
READ(8, uint8, uint, 8, 8)
READ(1, ushort, ushort, us_1, _us)
READ(2, ushort2, ushort, us_2, _us2)
READ(4, ushort4, ushort, us_4, _us4)
READ(8, ushort8, ushort, us_8, _us8)
