#include "runtime/abi/compile_server.hpp"

#include "runtime/abi/abi_version.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <sys/socket.h>
#include <unistd.h>

namespace heddle::abi {

bool sendJob(int socket, const int (&files)[jobDescriptorCount]) {
  JobMessage message{abiVersion};
  iovec data{&message, sizeof(message)};
  alignas(cmsghdr) char buffer[CMSG_SPACE(sizeof(files))] = {};
  msghdr header{};
  header.msg_iov = &data;
  header.msg_iovlen = 1;
  header.msg_control = buffer;
  header.msg_controllen = sizeof(buffer);
  cmsghdr *rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(files));
  std::memcpy(CMSG_DATA(rights), files, sizeof(files));
  ssize_t sent;
  do
    sent = ::sendmsg(socket, &header, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  return sent == sizeof(message);
}

Received receiveJob(int socket, int (&files)[jobDescriptorCount]) {
  std::fill(std::begin(files), std::end(files), -1);
  JobMessage message{};
  iovec data{&message, sizeof(message)};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(files))];
  msghdr header{};
  header.msg_iov = &data;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof(control);
  ssize_t received;
  do
    received = ::recvmsg(socket, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0 && errno == EAGAIN)
    return Received::nothing;
  if (received <= 0)
    return Received::end;

  std::size_t count = 0;
  if (const cmsghdr *rights = CMSG_FIRSTHDR(&header))
    if (rights->cmsg_level == SOL_SOCKET && rights->cmsg_type == SCM_RIGHTS) {
      count = std::min((rights->cmsg_len - CMSG_LEN(0)) / sizeof(int), std::size(files));
      std::memcpy(files, CMSG_DATA(rights), count * sizeof(int));
    }
  if (received == sizeof(message) && message.abiVersion == abiVersion && count == std::size(files))
    return Received::job;
  for (int &file : files) {
    if (file >= 0)
      ::close(file);
    file = -1;
  }
  return Received::damaged;
}

} // namespace heddle::abi
