// cl_program: source, IL, binaries or programs to link, and what was made from them for each
// device.
#ifndef HEDDLE_RUNTIME_PROGRAM_HPP
#define HEDDLE_RUNTIME_PROGRAM_HPP

#include "runtime/abi/compiler_interface.hpp"
#include "runtime/code_contests.hpp"
#include "runtime/context.hpp"
#include "runtime/executable.hpp"
#include "runtime/il_module.hpp"
#include "runtime/object.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace heddle {

class Kernel;

class Program final : public Object<_cl_program>, private CodeContest::Host {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::program; }

  enum class Origin : std::uint8_t { source, il, binary, linked };
  using BuildCallback = void(CL_CALLBACK *)(cl_program, void *);

  static Result<Ref<Program>> createWithSource(Context &context, std::string source);
  /// CL_INVALID_VALUE when the bytes are not a SPIR-V module.
  static Result<Ref<Program>> createWithIl(Context &context, std::string il);
  /// One binary for each device; statuses gets CL_SUCCESS or CL_INVALID_BINARY for each, and
  /// CL_INVALID_BINARY is returned when one of them is not valid.
  static Result<Ref<Program>> createWithBinaries(Context &context, std::span<Device *const> devices,
                                                 std::span<const std::string_view> binaries,
                                                 std::span<cl_int> statuses);
  /// A program to call link() on. Each device gets what the inputs hold for it.
  /// CL_INVALID_LINKER_OPTIONS; CL_INVALID_OPERATION when an input is being built, when only some
  /// of the inputs are compiled objects or libraries for a device, or when no device has any.
  static Result<Ref<Program>> createLinked(Context &context, std::span<Device *const> devices,
                                           std::span<Program *const> inputs, std::string options);

  Context &context() const { return *owner; }
  Origin origin() const { return from; }
  const std::vector<Ref<Device>> &devices() const { return targets; }
  bool hasDevice(const Device &device) const;
  const std::string &source() const { return text; }
  const std::string &il() const { return ilBytes; }

  /// CL_INVALID_SPEC_ID or CL_INVALID_VALUE when the module has no such constant of that size.
  cl_int setSpecializationConstant(cl_uint id, std::string_view value) EXCLUDES(mutex);

  /// For which devices (of devices()) something is to be made, and whom to tell. With a callback it
  /// is made on a thread of its own, and the function returns as soon as it is certain that it
  /// will.
  struct Order {
    std::span<Device *const> devices;
    std::string options;
    BuildCallback callback = nullptr;
    void *userData = nullptr;
  };
  /// CL_INVALID_OPERATION while kernels exist or another build runs, or for a linked program;
  /// CL_INVALID_BINARY when a device has a compiled object or a library.
  cl_int build(const Order &order) EXCLUDES(mutex);
  /// Of a program with source or IL; CL_INVALID_OPERATION for others, and as above.
  cl_int compile(const Order &order, std::vector<abi::EmbeddedHeader> headers) EXCLUDES(mutex);
  /// Once, after createLinked().
  cl_int link(BuildCallback callback, void *userData) EXCLUDES(mutex);

  /// What clGetProgramBuildInfo tells of one device.
  struct BuildState {
    cl_build_status status = CL_BUILD_NONE;
    std::string options;
    std::string log;
    cl_program_binary_type binaryType = CL_PROGRAM_BINARY_TYPE_NONE;
    /// Of a successful build or link.
    std::shared_ptr<const Executable> executable;
    /// A compiled object or a library.
    std::shared_ptr<const ProgramBinary> object;
  };
  /// A sub-device that nothing was built for has what was built for the nearest of those that it is
  /// a part of.
  BuildState buildState(const Device &device) const EXCLUDES(mutex);

  /// Of the first device that was built with success, or null.
  std::shared_ptr<const Executable> anyExecutable() const EXCLUDES(mutex);

  /// The encoded program binary of devices()[index]; empty when there is none.
  std::string binary(std::size_t index) const EXCLUDES(mutex);

  struct DeviceExecutable {
    Device *device;
    std::shared_ptr<const Executable> executable;
  };
  /// What a new kernel is made from: the results of all successful builds. When there is one, the
  /// kernel counts from here on until kernelDestroyed(), and keeps the program from being built
  /// anew.
  std::vector<DeviceExecutable> executablesForKernel() EXCLUDES(mutex);
  void kernelDestroyed() EXCLUDES(mutex);

  /// What other code is wanted of a kernel than the build made.
  struct Recompilation {
    std::string kernel = {};        ///< empty: of all
    std::uint32_t subGroupSize = 0; ///< 0: as in the usual code
    abi::JoinedGroups joinedGroups = {};
    std::array<std::uint32_t, 3> knownLocalSize = {};
    bool anyRange = false;       ///< for those, too, that the usual code leaves out
    bool keepDimensions = false; ///< that the usual code exchanges
    bool alignedGroups = false;  ///< launches have them, as far as it matters
    bool wholeSubGroups = false; ///< so has the launch that waits

    friend auto operator<=>(const Recompilation &, const Recompilation &) = default;
  };
  /// One kernel compiled again from the modules of the build for that device, when it is first
  /// wanted. The executable is null when it cannot be had, or may not be: variables of program
  /// scope exist once.
  DeviceCode compiledAgain(const DeviceCode &usual, const Recompilation &wanted)
      EXCLUDES(recompilationMutex, mutex);
  /// A kernel is there that waits for its first launch to be compiled, or is no longer.
  void addWaiting(const Kernel &kernel) EXCLUDES(recompilationMutex);
  void forgetWaiting(const Kernel &kernel) EXCLUDES(recompilationMutex);
  /// A kernel is about to be compiled for a launch: on other processors, those that were created
  /// behind it are compiled in the same way, as long as only few of them wait for their launch.
  void compileWaiting(const Kernel &launched, const DeviceCode &usual, const Recompilation &wanted)
      EXCLUDES(recompilationMutex, mutex);
  /// For launches that the usual code leaves out. Kernels that want such code are compiled one by
  /// one, until that has taken about as long as all of the program take at once.
  DeviceCode codeForAnyRange(const DeviceCode &usual) EXCLUDES(recompilationMutex, mutex);
  /// About launches like that, or null.
  CodeContest *contestFor(const DeviceCode &usual, const executor::GroupsOfLaunch &launch) {
    return contests.find(usual, launch);
  }
  /// The code for a launch.
  const DeviceCode *choose(CodeContest &contest, const executor::GroupsOfLaunch &launch) {
    return contest.choose(launch, *this);
  }

private:
  Program(Context &context, Origin origin, std::vector<Ref<Device>> devices);
  ~Program() override;

  /// Makes something for devices()[index]; fills in the result's log, binaryType, and executable or
  /// object.
  using Step = std::function<cl_int(std::size_t index, BuildState &state)>;
  /// `failure` is what it is called when a step throws.
  cl_int start(const Order &order, cl_int failure, const Step &step) EXCLUDES(mutex);
  cl_int run(const std::vector<std::size_t> &indices, cl_int failure, const Step &step)
      EXCLUDES(mutex);
  /// Ends the build for devices()[index]; keeps the options that it was begun with.
  void end(std::size_t index, cl_int error, BuildState &state) noexcept EXCLUDES(mutex);
  /// Whether a build runs that will end: not one whose thread was left behind by fork().
  bool inProgress(const BuildState &state) const REQUIRES(mutex);
  const BuildState &stateFor(const Device &device) const REQUIRES(mutex);

  cl_int buildOne(std::size_t index, const std::string &options, BuildState &state) const
      EXCLUDES(mutex);
  cl_int loadBinary(std::size_t index, BuildState &state) const;
  /// Asks the compiler; `failure` is what a build failure is called.
  cl_int ask(const abi::CompileRequest &request, cl_int failure, ProgramBinary &result,
             BuildState &state) const;
  cl_int askForExecutable(const abi::CompileRequest &request, cl_int failure,
                          BuildState &state) const;

  /// What all requests have in common.
  abi::CompileRequest request(std::size_t index, abi::JobKind kind, std::string options) const;
  /// And those that begin with the source or the IL.
  abi::CompileRequest inputRequest(std::size_t index, abi::JobKind kind, std::string options) const
      EXCLUDES(mutex);

  Ref<Context> owner;
  const Origin from;
  const std::vector<Ref<Device>> targets;
  std::string text;
  std::string ilBytes; ///< as the application gave them
  IlModule module;     ///< of ilBytes
  /// createWithBinaries: what was given for each device.
  std::vector<std::shared_ptr<const ProgramBinary>> given;
  /// createLinked: what to link for each device, nothing where there is none.
  std::vector<std::vector<abi::CompiledModule>> linkInputs;
  std::string linkOptions;

  DeviceCode compileFor(const DeviceCode &usual, const executor::GroupCode &wanted) override;
  void later(std::function<void()> task, TaskThread::Place place) override;
  std::shared_ptr<const Executable> compileAgain(std::size_t index,
                                                 const std::shared_ptr<const Executable> &build,
                                                 const Recompilation &wanted) const;

  /// Whoever comes first compiles, and others who want the same wait.
  struct Recompiled {
    Mutex mutex;
    Condition done;
    pid_t compiler GUARDED_BY(mutex) = 0; ///< the process whose thread compiles it
    bool isDone GUARDED_BY(mutex) = false;
    std::shared_ptr<const Executable> executable GUARDED_BY(mutex);
  };
  Mutex recompilationMutex;
  std::map<std::pair<std::shared_ptr<const Executable>, Recompilation>, std::shared_ptr<Recompiled>>
      recompiled GUARDED_BY(recompilationMutex); ///< by the build
  /// Deferred kernels that have not been launched, in the order of their creation.
  std::vector<const Kernel *> waiting GUARDED_BY(recompilationMutex);
  /// Of the waiting ones, those that are compiled already, or are being.
  std::set<const Kernel *> ahead GUARDED_BY(recompilationMutex);
  std::size_t launched GUARDED_BY(recompilationMutex) = 0; ///< that were waiting before
  CodeContests contests;
  mutable Mutex mutex;
  std::vector<BuildState> states GUARDED_BY(mutex); ///< one for each of `targets`
  pid_t builder GUARDED_BY(mutex) = -1;             ///< the process of the last build
  std::map<cl_uint, std::string> specialization GUARDED_BY(mutex);
  unsigned kernels GUARDED_BY(mutex) = 0;
};

} // namespace heddle

#endif
