// A function writes it through a pointer.
// global: 16
// argument: buffer 64
kernel void private_out(global float *a) {
  int i = get_global_id(0);
  float parts[2];
  parts[0] = fract((float)i / 3, &parts[1]);
  int exponents[2];
  float f = frexp(a[i] + i, &exponents[i & 1]);
  a[i] = parts[i & 1] + f + exponents[i & 1];
}
