// Work-groups that are columns, with barriers and local memory of their own: several of them become
// rows of lanes.
//! launch 64x1024/1x256 48x512/2x128 70x768/1x128+3x5 66x512/2x64 64x256/4x64 37x300/1x100
//! kernel windows: out int[n] | in int[n] | local int[l]
//! kernel sums_of_columns: out int[n] | in int[n] range 0 9 | local int[l]
//! kernel parts: out int[n] | in int[n] range 0 99 | local int[l]

int place() {
  return (int)(get_global_id(1) * (get_global_size(0) + get_global_offset(0)) + get_global_id(0));
}
int own() { return (int)(get_local_id(0) * get_local_size(1) + get_local_id(1)); }

kernel void windows(global int *out, global const int *in, local int *column) {
  int length = (int)get_local_size(1), y = (int)get_local_id(1), first = own() - y, sum = 0;
  column[own()] = in[place()];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = -3; d <= 3; ++d)
    sum = sum * 3 + column[first + clamp(y + d, 0, length - 1)];
  out[place()] = sum;
}

kernel void sums_of_columns(global int *out, global const int *in, local int *column) {
  int length = (int)get_local_size(1), y = (int)get_local_id(1);
  column[own()] = in[place()];
  for (int step = 1; step < length; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (y % (2 * step) == 0 && y + step < length)
      column[own()] += column[own() + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place()] = column[own() - y] * 1000 + (int)get_group_id(0);
}

// What its first work-item has seen ends a column sooner or later.
kernel void parts(global int *out, global const int *in, local int *column) {
  int y = (int)get_local_id(1), first = own() - y, sum = 0;
  column[own()] = in[place()];
  barrier(CLK_LOCAL_MEM_FENCE);
  int rounds = column[first] % 4;
  for (int i = 0; i < rounds; ++i) {
    sum += column[first + (y + i) % (int)get_local_size(1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    column[own()] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[place()] = sum;
}
