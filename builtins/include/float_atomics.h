// Before OpenCL C 2.0 there is no atomic_float: programs that ask for these features would name it.

#if !defined(__OPENCL_CPP_VERSION__) && __OPENCL_C_VERSION__ < 200
#undef __opencl_c_ext_fp32_global_atomic_add
#undef __opencl_c_ext_fp32_local_atomic_add
#undef __opencl_c_ext_fp32_global_atomic_min_max
#undef __opencl_c_ext_fp32_local_atomic_min_max
#undef __opencl_c_ext_fp64_global_atomic_add
#undef __opencl_c_ext_fp64_local_atomic_add
#undef __opencl_c_ext_fp64_global_atomic_min_max
#undef __opencl_c_ext_fp64_local_atomic_min_max
#endif
