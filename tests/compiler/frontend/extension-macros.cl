// Macros are exactly what the device reports: there are images, and no pipes.
// RUN: heddlec %s --target=x86-64-v3 -o %t
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL3.0

#if defined(__opencl_c_pipes) || defined(cl_khr_mipmap_image)
#error "a macro of something that is not reported"
#endif
#if !defined(__IMAGE_SUPPORT__) || !defined(cl_khr_3d_image_writes) || !defined(cl_khr_depth_images)
#error "a macro of images"
#endif
#if __OPENCL_C_VERSION__ >= 300 &&                                                                 \
    (!defined(__opencl_c_images) || !defined(__opencl_c_read_write_images) ||                      \
     !defined(__opencl_c_3d_image_writes))
#error "a feature of images"
#endif
#if !defined(cl_intel_subgroup_matrix_multiply_accumulate) || !defined(cl_khr_fp64) ||            \
    !defined(cl_khr_fp16) || !defined(cl_intel_required_subgroup_size) ||                          \
    !defined(cl_khr_byte_addressable_store) || !defined(cl_intel_subgroups_short) ||               \
    !defined(cl_khr_subgroup_ballot)
#error "a macro of something that is reported"
#endif
#if __OPENCL_C_VERSION__ >= 300 && !defined(__opencl_c_subgroups)
#error "a feature that is reported"
#endif

// Pragmas of extensions that clang does not know are not an error.
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroup_matrix_multiply_accumulate : enable
#pragma OPENCL EXTENSION cl_intel_never_heard_of : enable

kernel void k(global float *p) {
  half h = (half)p[0];
  half8 v = (half8)(h);
  p[1] = (float)v.s3;
}
