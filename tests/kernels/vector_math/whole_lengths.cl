// Lengths of whole numbers are exact where they are whole, also behind the cut of a conversion.
//! reference
//! launch 1000/8
//! ulp 0
//! kernel whole_lengths_float: out int[n]
//! kernel whole_lengths_double: out int[n]
#define LENGTHS(T)                                                                                 \
  kernel void whole_lengths_##T(global int *out) {                                                 \
    int i = get_global_id(0);                                                                      \
    T leg = i & 1 ? 5 * i : 3 * i, other = i & 1 ? 12 * i : 4 * i;                                \
    out[i] = (int)hypot(leg, other);                                                              \
  }
LENGTHS(float)
LENGTHS(double)
