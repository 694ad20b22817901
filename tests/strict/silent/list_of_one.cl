// global: 1
// argument: list 64
struct node {
  global struct node *next, *other;
};
kernel void list_of_one(global struct node *list) {
  global struct node *at = list->next->next->next;
  if (!at->other)
    at->other = list;
}
