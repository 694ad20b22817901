#!/usr/bin/env bash
# What a user does with the packages, in a bare Debian 12 that holds them in /packages, and the same of
# a higher version in /packages/raised. cmake/scripts/package_test.sh calls it.
set -euo pipefail
cd /packages
export DEBIAN_FRONTEND=noninteractive
icd=/etc/OpenCL/vendors/heddle.icd
log=/packages/log

say() { printf '  %s\n' "$*"; }

fail() {
  printf 'FAILED: %s\n' "$*"
  tail -n 40 "$log"
  exit 1
}

apt() {
  apt-get -q -y -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 "$@" >"$log" 2>&1 </dev/null
}

# What lies in the file system, but for what package managers and users keep for themselves.
files() {
  local folder left_out=()
  for folder in proc sys dev tmp packages root var/cache var/log var/lib/apt var/lib/dpkg; do
    left_out+=(-path "/$folder" -prune -o)
  done
  find / -xdev "${left_out[@]}" -print | sort
}

# expectPlatforms NAME…: those that an OpenCL program sees, in any order.
expectPlatforms() {
  local seen wanted
  seen=$(clinfo -l 2>"$log" | sed -n 's/^Platform #[0-9]*: //p' | sort)
  wanted=$(printf '%s\n' "$@" | sort)
  [ "$seen" = "$wanted" ] || fail "OpenCL programs see the platforms '$seen', not '$wanted'"
}

# The example, made of what the packages brought: products of matrices by the functions for DPAS.
useDriver() {
  (cd /packages/gemm && ./gemm --m=64 --n=64 --k=64 --repeat=1) >"$log" 2>&1 ||
    fail 'the example does not run'
  heddlec --version | grep -q . || fail 'heddlec does not run'
  heddlec gemm/gemm.cl --emit=asm --target=x86-64-v3 -o - >gemm/gemm.s 2>"$log" &&
    grep -q '%ymm' gemm/gemm.s || fail 'heddlec writes no assembly'
}

apt update || fail 'the package lists could not be fetched'
apt install --no-install-recommends pocl-opencl-icd clinfo ocl-icd-opencl-dev g++ ||
  fail 'what the test needs could not be installed'
expectPlatforms 'Portable Computing Language'
files >before

apt install --no-install-recommends ./heddle*.deb || fail 'the packages could not be installed'
apt check || fail 'packages are missing that these need'
say "installed: $(dpkg-query -W -f '${Package} ${Version}  ' heddle-opencl-icd heddlec)"
say "they need: $(dpkg-query -W -f '${Depends} ' heddle-opencl-icd heddlec)"
dpkg --verify heddle-opencl-icd heddlec | grep . && fail 'installed files differ from those of the packages'
expectPlatforms 'Portable Computing Language' Heddle

cp -r /usr/share/doc/heddlec/examples/gemm . || fail 'the example is not in the package'
gunzip -f gemm/*.gz 2>/dev/null || true
(cd gemm && g++ -O2 -std=c++17 gemm.cpp -o gemm -lOpenCL && heddlec gemm.cl -o gemm.spv --emit=spirv -- -cl-std=CL3.0) \
  >"$log" 2>&1 || fail 'the example does not compile'
useDriver
say "beside pocl: $(clinfo -l | tr '\n' ' ')"

# Whoever has switched the driver off finds it so after the upgrade.
cp "$icd" icd && : >"$icd"
apt install --no-install-recommends ./raised/heddle*.deb || fail 'the packages could not be upgraded'
say "upgraded: $(dpkg-query -W -f '${Package} ${Version}  ' heddle-opencl-icd heddlec)"
[ -e "$icd" ] && [ ! -s "$icd" ] || fail "the upgrade has undone a change in $icd"
expectPlatforms 'Portable Computing Language'
cp icd "$icd"
expectPlatforms 'Portable Computing Language' Heddle
useDriver

# The driver is of no use without a compiler of its own version.
apt install --allow-downgrades --no-install-recommends ./heddlec_*.deb || fail 'the compiler could not be replaced'
[ "$(dpkg-query -W -f '${db:Status-Status}' heddle-opencl-icd)" != installed ] ||
  fail 'the driver stays with a compiler of another version'
apt install --allow-downgrades --no-install-recommends ./raised/heddle*.deb || fail 'they could not be put back'

apt remove heddle-opencl-icd heddlec || fail 'the packages could not be removed'
expectPlatforms 'Portable Computing Language'
apt purge heddle-opencl-icd heddlec || fail 'the packages could not be purged'
files | diff before - >"$log" || fail 'removed packages leave files behind'
dpkg-query -W -f '${db:Status-Status}\n' heddle-opencl-icd heddlec 2>/dev/null | grep -v '^not-installed$' &&
  fail 'dpkg has the packages on record'
expectPlatforms 'Portable Computing Language'
say 'removed and purged: no file is left'
