// long long, which OpenCL C reserves, and constants that end in LL have 128 bits, as clang's have:
// products, quotients, comparisons and shifts keep what 64 bits would lose, through memory as well.
//! reference
//! launch 64/16 33/33
//! kernel wide: out ulong[n*5] | in ulong[n] special | in ulong[n] special
//! kernel constants: out ulong[n*2] | in ulong[n] special

kernel void wide(global ulong *out, global const ulong *a, global const ulong *b) {
  size_t i = get_global_id(0);
  unsigned long long product = (unsigned long long)a[i] * b[i];
  unsigned long long kept[2] = {product, product + a[i]};
  out[i * 5] = product >> 64;
  out[i * 5 + 1] = (ulong)(product / (b[i] | 1)) ^ (ulong)(product % 1000000007);
  out[i * 5 + 2] = product > 0x123456789abcdefLL ? 7 : 9;
  out[i * 5 + 3] = kept[a[i] & 1] >> 61;
  out[i * 5 + 4] = (long long)(long)a[i] * (long)b[i] >> 64;
}

kernel void constants(global ulong *out, global const ulong *a) {
  size_t i = get_global_id(0);
  out[i * 2] = (int)a[i] * 0x0555555555555555ULL + (a[i] ^ 0xffffffffffULL);
  out[i * 2 + 1] = (a[i] + 1ULL) >> 1;
}
