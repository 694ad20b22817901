// Parts of vectors are written, and what is there nobody asks for; the last reads are of nobody.
// global: 16
// argument: write-only 256
// argument: write-only 64
// argument: buffer 64
kernel void parts_of_write_only(global int4 *b, global int *c, global int *d) {
  int i = get_global_id(0);
  b[i].y = i;
  b[i].xz = (int2)(i, 2);
  atomic_xchg(c + i, i);
  if (d[i])
    d[i] = c[i];
}
