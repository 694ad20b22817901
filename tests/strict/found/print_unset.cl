// Two of four are printed as nobody has set them, and so is a component.
// global: 4
// local: 4
kernel void print_unset(void) {
  int i = get_global_id(0), count;
  if (i < 2)
    count = i;
  printf("%d\n", count); // finds: uninitialized
  float4 sums;
  sums.xyz = (float3)(i);
  printf("%v4f\n", sums); // finds: uninitialized
}
