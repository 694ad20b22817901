#include "runtime/abi/descriptor_message.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

namespace heddle::abi {

namespace {

/// A message and room for descriptors.
struct Packet {
  Packet(void *message, std::size_t bytes) : data{message, bytes} {
    header.msg_iov = &data;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof(control);
  }

  iovec data;
  alignas(cmsghdr) char control[CMSG_SPACE(mostDescriptors * sizeof(int))] = {};
  msghdr header{};
};

} // namespace

bool sendMessage(int socket, const void *message, std::size_t bytes, std::span<const int> files,
                 int flags) {
  Packet packet(const_cast<void *>(message), bytes);
  packet.header.msg_controllen = CMSG_SPACE(files.size_bytes());
  cmsghdr *rights = CMSG_FIRSTHDR(&packet.header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(files.size_bytes());
  std::memcpy(CMSG_DATA(rights), files.data(), files.size_bytes());
  ssize_t sent;
  do
    sent = ::sendmsg(socket, &packet.header, flags | MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(bytes);
}

ssize_t receiveMessage(int socket, void *message, std::size_t bytes, std::span<int> files,
                       int flags) {
  std::fill(files.begin(), files.end(), -1);
  Packet packet(message, bytes);
  ssize_t received;
  do
    received = ::recvmsg(socket, &packet.header, flags | MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  const cmsghdr *rights = received > 0 ? CMSG_FIRSTHDR(&packet.header) : nullptr;
  if (!rights || rights->cmsg_level != SOL_SOCKET || rights->cmsg_type != SCM_RIGHTS)
    return received;
  int arrived[mostDescriptors];
  const std::size_t size = rights->cmsg_len - CMSG_LEN(0);
  std::memcpy(arrived, CMSG_DATA(rights), size);
  if (size == files.size_bytes())
    std::copy_n(arrived, files.size(), files.begin());
  else
    std::for_each_n(arrived, size / sizeof(int), [](int file) { ::close(file); });
  return received;
}

} // namespace heddle::abi
