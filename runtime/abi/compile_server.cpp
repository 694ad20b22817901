#include "runtime/abi/compile_server.hpp"

#include "runtime/abi/abi_version.hpp"
#include "runtime/abi/descriptor_message.hpp"

#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

namespace heddle::abi {

bool sendJob(int socket, const int (&files)[jobDescriptorCount]) {
  const JobMessage message{abiVersion};
  return sendMessage(socket, &message, sizeof(message), files, MSG_DONTWAIT);
}

Received receiveJob(int socket, int (&files)[jobDescriptorCount]) {
  JobMessage message{};
  const ssize_t received = receiveMessage(socket, &message, sizeof(message), files, MSG_DONTWAIT);
  if (received < 0 && errno == EAGAIN)
    return Received::nothing;
  if (received <= 0)
    return Received::end;
  if (received == sizeof(message) && message.abiVersion == abiVersion && files[0] >= 0)
    return Received::job;
  for (int &file : files) {
    if (file >= 0)
      ::close(file);
    file = -1;
  }
  return Received::damaged;
}

} // namespace heddle::abi
