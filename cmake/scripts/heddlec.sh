#!/bin/sh
# Starts the compiler with the C library that lies beside it.
self=$0; [ ! -L "$self" ] || self=$(readlink -f "$self"); here=${self%/*}
exec "$here/ld-linux-x86-64.so.2" --argv0 heddlec --library-path "$here" "$here/heddlec.elf" "$@"
