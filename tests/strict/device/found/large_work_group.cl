// device: xelp
// global: 1024
// local: 1024
// argument: buffer 4096
kernel void large_work_group(global int *a) { // finds: device-work-group-size
  a[get_global_id(0)] = 1;
}
