// Bytes and long vectors, as images and texts have them.

// Edges of a grey image.
kernel void edges(global const uchar *from, global uchar *to, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  int i = y * width + x;
  int dx = from[i - width + 1] + 2 * from[i + 1] + from[i + width + 1] - from[i - width - 1] -
           2 * from[i - 1] - from[i + width - 1];
  int dy = from[i + width - 1] + 2 * from[i + width] + from[i + width + 1] - from[i - width - 1] -
           2 * from[i - width] - from[i - width + 1];
  to[i] = convert_uchar_sat(sqrt((float)(dx * dx + dy * dy)));
}

// Characters of the UTF-8 text of each work-item.
kernel void characters(global const uchar *text, global int *counts, int length) {
  int i = get_global_id(0), count = 0;
  for (int j = 0; j < length; ++j)
    if ((text[i * length + j] & 0xc0) != 0x80)
      ++count;
  counts[i] = count;
}

// Vectors that lie anywhere, and go back to where they came from in another order.
kernel void reversed_anywhere(global const int *places, global const float8 *from,
                              global float8 *to) {
  int i = get_global_id(0);
  float8 x = from[places[i]] * 2;
  if (i & 1)
    to[places[i]] = x.s76543210 + x;
}
