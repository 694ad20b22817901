#!/usr/bin/env bash
# enter_root.sh ROOT [--bind FOLDER PLACE]… -- CMD…: runs CMD with the folder ROOT as its root.
#
# Called by fresh.sh in a mount and a process namespace of its own, in which this is the first
# process: when it ends, however it ends, the kernel ends all that CMD started and undoes each mount.
set -eu

root=$1
shift
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount -t sysfs -o ro,nosuid,nodev,noexec sysfs "$root/sys"
# Not the system's /dev: what is done to a device node in there would be done outside, and what is
# wrong with one outside, as a /dev/null that root alone may write to, would be wrong in there.
mount -t tmpfs -o mode=755,nosuid tmpfs "$root/dev"
mkdir "$root/dev/pts" "$root/dev/shm"
while read -r node numbers; do
  # Where the system lets nobody make or use one, it is the system's.
  # shellcheck disable=SC2086
  if ! mknod -m 666 "$root/dev/$node" c $numbers 2>/dev/null ||
    { [ "$node" = null ] && ! (: >"$root/dev/$node") 2>/dev/null; }; then
    rm -f "$root/dev/$node"
    : >"$root/dev/$node"
    mount --bind "/dev/$node" "$root/dev/$node"
  fi
done <<'NODES'
null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0
NODES
mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for stream in stdin:0 stdout:1 stderr:2; do
  ln -s "/proc/self/fd/${stream#*:}" "$root/dev/${stream%:*}"
done
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/dev/shm"
while [ "$1" = --bind ]; do
  mkdir -p "$root$3"
  mount --bind "$2" "$root$3"
  shift 3
done
shift
exec chroot "$root" "$@"
