// vloada_half and vstorea_half of a single component. The specification has them of vectors alone,
// and so has clang from version 14 on; before that it declared them, the compilers for GPUs have
// them, and kernels that choose the number of components by a macro call them. One component has no
// alignment beyond its own.
#define vloada_half(offset, p) vload_half(offset, p)
#define vstorea_half(data, offset, p) vstore_half(data, offset, p)
#define vstorea_half_rte(data, offset, p) vstore_half_rte(data, offset, p)
#define vstorea_half_rtz(data, offset, p) vstore_half_rtz(data, offset, p)
#define vstorea_half_rtp(data, offset, p) vstore_half_rtp(data, offset, p)
#define vstorea_half_rtn(data, offset, p) vstore_half_rtn(data, offset, p)
