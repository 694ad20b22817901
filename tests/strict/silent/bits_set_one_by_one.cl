// Bits and bytes of a word that are set one after another, and read as such.
// global: 32
// local: 32
// argument: buffer 128
// argument: buffer 128
union word { uint all; uchar bytes[4]; };
kernel void bits_set_one_by_one(global uint *a, global uint *b) {
  uint l = get_local_id(0);
  union word w;
  w.bytes[1] = l;
  uint packed;
  packed = (packed & ~0xFFu) | l;
  packed &= 0xFF;
  a[l] = ((w.all >> 8) & 0xFF) + packed;
  if (((w.all >> 8) & 1) == 0)
    b[l] = w.bytes[1];
}
