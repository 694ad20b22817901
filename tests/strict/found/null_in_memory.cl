// The first pointer leads to the list itself, the next one nowhere.
// global: 1
// argument: list 64
struct node {
  global struct node *next, *other;
};
kernel void null_in_memory(global struct node *list) {
  global struct node *at = list->next;
  list->next = at->other->next; // finds: null-pointer
}
