// A process that is nobody's child: when it ends, the application gets no SIGCHLD, its wait()
// calls see nothing, and no zombie is left. Not possible in a process that adopts orphans.
#ifndef HEDDLE_RUNTIME_SUPPORT_DETACHED_PROCESS_HPP
#define HEDDLE_RUNTIME_SUPPORT_DETACHED_PROCESS_HPP

#include <string>
#include <vector>

namespace heddle {

/// Starts arguments[0] (a path; PATH is not searched) in a session of its own, in "/", with
/// `standardInput`, nothing for its output, no other descriptor, no blocked or ignored signal, and
/// the environment of support/environment.hpp. Returns 0 or an errno value.
int startDetached(const std::vector<std::string> &arguments, int standardInput);

/// Whether what loses its parent becomes a child of this process: it is process 1 of its namespace,
/// or has asked for it (PR_SET_CHILD_SUBREAPER). A detached process would be nobody else's to reap.
bool adoptsOrphans();

} // namespace heddle

#endif
