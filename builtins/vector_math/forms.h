// The exported forms of vector_math.def: heddle_sin_f8 and so on.
#ifndef HEDDLE_BUILTINS_VECTOR_MATH_FORMS_H
#define HEDDLE_BUILTINS_VECTOR_MATH_FORMS_H

#define HEDDLE_FORM_NAME(name, letter, lanes) HEDDLE_FORM_PASTE(name, letter, lanes)
#define HEDDLE_FORM_PASTE(name, letter, lanes) heddle_##name##_##letter##lanes

// flatten: the bundle holds one module for each form, with what it calls.
#define HEDDLE_FORM_1(name, letter, lanes, number, integer, function)                              \
  __attribute__((const, flatten)) number HEDDLE_FORM_NAME(name, letter, lanes)(number x) {         \
    return function(x);                                                                            \
  }
#define HEDDLE_FORM_2(name, letter, lanes, number, integer, function)                              \
  __attribute__((const, flatten)) number HEDDLE_FORM_NAME(name, letter, lanes)(number x,           \
                                                                               number y) {         \
    return function(x, y);                                                                         \
  }
#define HEDDLE_FORM_I(name, letter, lanes, number, integer, function)                              \
  __attribute__((const, flatten)) number HEDDLE_FORM_NAME(name, letter, lanes)(number x,           \
                                                                               integer n) {        \
    return function(x, n);                                                                         \
  }

#endif
