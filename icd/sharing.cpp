// The slots of the dispatch table for sharing with OpenGL, EGL, Direct3D and DXVA. No such
// extension is reported: a context made for one of them cannot exist, and so each function says
// what the extension names for a context that was not.
#include "icd/sharing.hpp"
#include "icd/entry.hpp"
#include "runtime/command_queue.hpp"
#include "runtime/context.hpp"
#include "runtime/memory_object.hpp"
#include "runtime/platform.hpp"

using namespace heddle;

namespace {

/// CL_INVALID_CONTEXT: the context is none, or shares nothing with the other API.
cl_mem refuseCreate(cl_int *errcodeRet) {
  if (errcodeRet)
    *errcodeRet = CL_INVALID_CONTEXT;
  return nullptr;
}

cl_int refuseEnqueue(cl_command_queue queue) {
  return fromHandle<CommandQueue>(queue) ? CL_INVALID_CONTEXT : CL_INVALID_COMMAND_QUEUE;
}

cl_int refuseDevices(cl_platform_id platform) {
  return fromHandle<Platform>(platform) ? CL_DEVICE_NOT_FOUND : CL_INVALID_PLATFORM;
}

} // namespace

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromGLBuffer(cl_context, cl_mem_flags, cl_GLuint,
                                                     cl_int *errcodeRet) {
  return refuseCreate(errcodeRet);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromGLTexture(cl_context, cl_mem_flags, cl_GLenum, cl_GLint,
                                                      cl_GLuint, cl_int *errcodeRet) {
  return refuseCreate(errcodeRet);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromGLTexture2D(cl_context, cl_mem_flags, cl_GLenum,
                                                        cl_GLint, cl_GLuint, cl_int *errcodeRet) {
  return refuseCreate(errcodeRet);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromGLTexture3D(cl_context, cl_mem_flags, cl_GLenum,
                                                        cl_GLint, cl_GLuint, cl_int *errcodeRet) {
  return refuseCreate(errcodeRet);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromGLRenderbuffer(cl_context, cl_mem_flags, cl_GLuint,
                                                           cl_int *errcodeRet) {
  return refuseCreate(errcodeRet);
}

CL_API_ENTRY cl_int CL_API_CALL clGetGLObjectInfo(cl_mem memObject, cl_gl_object_type *,
                                                  cl_GLuint *) {
  return fromHandle<MemoryObject>(memObject) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

CL_API_ENTRY cl_int CL_API_CALL clGetGLTextureInfo(cl_mem memObject, cl_gl_texture_info, size_t,
                                                   void *, size_t *) {
  return fromHandle<MemoryObject>(memObject) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueAcquireGLObjects(cl_command_queue queue, cl_uint,
                                                          const cl_mem *, cl_uint, const cl_event *,
                                                          cl_event *) {
  return refuseEnqueue(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReleaseGLObjects(cl_command_queue queue, cl_uint,
                                                          const cl_mem *, cl_uint, const cl_event *,
                                                          cl_event *) {
  return refuseEnqueue(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clGetGLContextInfoKHR(const cl_context_properties *,
                                                      cl_gl_context_info, size_t, void *,
                                                      size_t *) {
  // No device can be associated with any GL share group.
  return CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
}

CL_API_ENTRY cl_event CL_API_CALL clCreateEventFromGLsyncKHR(cl_context, cl_GLsync,
                                                             cl_int *errcodeRet) {
  if (errcodeRet)
    *errcodeRet = CL_INVALID_CONTEXT;
  return nullptr;
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR,
                                                        CLeglImageKHR, cl_mem_flags,
                                                        const cl_egl_image_properties_khr *,
                                                        cl_int *errcodeRet) {
  if (errcodeRet)
    // CL_INVALID_OPERATION: no device of the context supports images.
    *errcodeRet = fromHandle<Context>(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
  return nullptr;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueAcquireEGLObjectsKHR(cl_command_queue queue, cl_uint,
                                                              const cl_mem *, cl_uint,
                                                              const cl_event *, cl_event *) {
  return refuseEnqueue(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReleaseEGLObjectsKHR(cl_command_queue queue, cl_uint,
                                                              const cl_mem *, cl_uint,
                                                              const cl_event *, cl_event *) {
  return refuseEnqueue(queue);
}

CL_API_ENTRY cl_event CL_API_CALL clCreateEventFromEGLSyncKHR(cl_context, CLeglSyncKHR,
                                                              CLeglDisplayKHR, cl_int *errcodeRet) {
  if (errcodeRet)
    *errcodeRet = CL_INVALID_CONTEXT;
  return nullptr;
}

namespace heddle {

cl_int CL_API_CALL getDeviceIDsOfMedia(cl_platform_id platform, cl_uint, void *, cl_uint, cl_uint,
                                       cl_device_id *, cl_uint *) {
  return refuseDevices(platform);
}

cl_mem CL_API_CALL createFromMediaBuffer(cl_context, cl_mem_flags, void *, cl_int *errcodeRet) {
  return refuseCreate(errcodeRet);
}

cl_mem CL_API_CALL createFromMediaTexture(cl_context, cl_mem_flags, void *, cl_uint,
                                          cl_int *errcodeRet) {
  return refuseCreate(errcodeRet);
}

cl_mem CL_API_CALL createFromMediaSurface(cl_context, cl_mem_flags, cl_uint, void *, cl_uint,
                                          cl_int *errcodeRet) {
  return refuseCreate(errcodeRet);
}

cl_int CL_API_CALL enqueueMediaObjects(cl_command_queue queue, cl_uint, const cl_mem *, cl_uint,
                                       const cl_event *, cl_event *) {
  return refuseEnqueue(queue);
}

} // namespace heddle
