// Each work-item has another number of rounds.
// global: 16
// local: 16
// argument: buffer 64
kernel void broadcast_in_a_loop(global int *a) {
  int i = get_local_id(0);
  for (int round = 0; round <= i; ++round)
    a[i] += sub_group_broadcast(round, 15); // finds: divergent-sub-group-function
}
