// global: 8
// local: 8
// argument: buffer 32
// Functions that step the pointer of their caller; the last one reads what lies in front of the array.
void push(int **top, int value) {
  *(*top)++ = value;
}

int pop(int **top) {
  return *--(*top); // finds: out-of-bounds
}

kernel void private_stack(global int *out) {
  int places[5], *top = places, sum = 0;
  push(&top, 1);
  while (top != places) {
    int value = pop(&top);
    sum += value;
    if (value < 16) {
      push(&top, 2 * value);
      push(&top, 2 * value + 1);
    }
  }
  out[get_global_id(0)] = sum + pop(&top);
}
