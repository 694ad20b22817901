// Messages with file descriptors beside them, as the driver and its helper processes exchange them
// over SOCK_SEQPACKET sockets.
#ifndef HEDDLE_RUNTIME_ABI_DESCRIPTOR_MESSAGE_HPP
#define HEDDLE_RUNTIME_ABI_DESCRIPTOR_MESSAGE_HPP

#include <cstddef>
#include <span>
#include <sys/types.h>

namespace heddle::abi {

/// At most this many descriptors go with a message.
inline constexpr std::size_t mostDescriptors = 8;

/// `flags` are those of sendmsg(); an interrupted call is made again, a closed socket is no signal.
/// False, with errno, when it was not sent whole.
bool sendMessage(int socket, const void *message, std::size_t bytes, std::span<const int> files,
                 int flags = 0);

/// What recvmsg() gives: the bytes of the message, 0 when nobody can send any more, -1 with errno.
/// `files` get what came with it, closed by exec, and are all -1 when that was not as many.
ssize_t receiveMessage(int socket, void *message, std::size_t bytes, std::span<int> files,
                       int flags = 0);

} // namespace heddle::abi

#endif
