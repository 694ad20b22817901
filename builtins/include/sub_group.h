// The one sub-group function that clang does not declare in the languages before OpenCL C 2.0,
// where cl_intel_subgroups has it all the same. The default language is 1.2.

#if !defined(__OPENCL_CPP_VERSION__) && __OPENCL_C_VERSION__ < 200
uint __attribute__((overloadable, convergent)) get_enqueued_num_sub_groups(void);
#endif
