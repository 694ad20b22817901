# The jobs of the README on a machine that holds nothing: a bare Debian in a folder, with a clone of
# the tree. What the set-up forgets to bring cannot be found there by chance. Sourced by ./run.

freshSuite=bookworm
freshCached=no
freshKeep=no
freshUser=root
freshIfPossible=no
freshJobs=()
# A bare Debian with LLVM and a build with all tests, in MB.
freshSpace=8000
# What a login of Debian sets.
freshPath=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

freshUsage() {
  cat <<'TEXT'
usage: ./run fresh [options] [job…]

Makes a bare Debian 12 in a folder below build/, clones the last commit of the tree into it, and runs
the jobs there: those that the README tells to try (demo, test, clinfo), or those that are named.
Needs root, and installs debootstrap where it is missing.

  --keep          leave the folder when done, and say how to go into it
  --cached        keep downloaded packages and, with ccache, compiled files for the next time; they
                  lie outside, and the list of packages is still fetched and installed inside
  --user          run the jobs as a user who has sudo, not as root
  --suite=NAME    another release of Debian, as trixie
  --if-possible   where this cannot be done, say why, and that is no failure

HEDDLE_PRESET and HEDDLE_JOBS hold inside, too. HEDDLE_FRESH_DIR is the folder to work in.
TEXT
}

freshOptions() {
  while [ $# -gt 0 ]; do
    case $1 in
      --keep) freshKeep=yes ;;
      --cached) freshCached=yes ;;
      --user) freshUser=heddle ;;
      --suite=?*) freshSuite=${1#--suite=} ;;
      --if-possible) freshIfPossible=yes ;;
      -h | --help | help)
        freshUsage
        exit 0
        ;;
      -*)
        freshUsage >&2
        fail "'$1' is not an option of ./run fresh"
        ;;
      *) freshJobs+=("$1") ;;
    esac
    shift
  done
  [ "$freshCached $freshUser" != 'yes heddle' ] ||
    fail '--cached and --user exclude each other: what is kept belongs to root'
  [ "${#freshJobs[@]}" -gt 0 ] ||
    mapfile -t freshJobs < <(sed -n '/^## Try it/,/^## /s|^\./run \([a-z]*\).*|\1|p' "$heddleRoot/README.md")
  [ "${#freshJobs[@]}" -gt 0 ] || fail 'the README names no command under "Try it"'
}

# whyNoFresh FOLDER: prints why this machine cannot do it, or nothing.
whyNoFresh() {
  if [ "$(id -u)" -ne 0 ]; then
    echo 'it needs root, to make a root folder and mounts in it: sudo ./run fresh'
  elif ! git -c safe.directory='*' -C "$heddleRoot" rev-parse -q --verify HEAD >/dev/null 2>&1; then
    echo "it needs git, and $heddleRoot to be a clone: the last commit is what it tries"
  elif ! command -v setpriv >/dev/null || ! command -v unshare >/dev/null; then
    echo 'setpriv and unshare (package util-linux) are missing'
  elif ! unshare --mount --pid --fork -- mount -t tmpfs none "$1" 2>/dev/null; then
    echo 'this system lets root mount nothing (a container without CAP_SYS_ADMIN?)'
  elif ! (needSpace "$1" "$freshSpace" 'it') 2>/dev/null; then
    (needSpace "$1" "$freshSpace" 'it') 2>&1 | sed 's/^run: //' || true
  elif ! command -v debootstrap >/dev/null && ! installDebootstrap; then
    echo 'debootstrap is missing: apt-get install debootstrap (dnf install debootstrap)'
  elif [ ! -e /usr/share/keyrings/debian-archive-keyring.gpg ]; then
    echo 'the package debian-archive-keyring is missing: signatures could not be checked'
  elif [ -x /usr/lib/apt/apt-helper ] && ! step fresh-mirror "looking for $(debianMirror)" \
    /usr/lib/apt/apt-helper download-file "$(debianMirror)dists/$freshSuite/InRelease" "$1/InRelease"; then
    echo "the mirror $(debianMirror) gives no $freshSuite: $(whyNot fresh-mirror)"
  fi
}

installDebootstrap() {
  setupIsOff && return 1
  command -v apt-get >/dev/null && findRoot || return 1
  [ -n "$(withoutCandidate -- debootstrap)" ] && { step fresh-update 'updating package lists' apt update || true; }
  step fresh-install 'installing debootstrap' apt install --no-install-recommends debootstrap \
    debian-archive-keyring
}

# inNamespaces CMD…: runs CMD as the first process of a process namespace, with mounts of its own.
# Nothing of it outlives the shell that runs this.
inNamespaces() {
  setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child -- "$@" </dev/null
}

# makeRootFolder ROOT: the bare Debian, and how it reaches the network.
makeRootFolder() {
  local root=$1 include=() proxy cache=$2
  # The programs that make it cheap or let a user be root are no part of a bare Debian, and the
  # set-up does not count on them.
  [ "$freshCached" = no ] || include+=(ccache)
  [ "$freshUser" = root ] || include+=(sudo)
  proxy=$(apt-config dump --format '%v%n' Acquire::http::Proxy 2>/dev/null || true)
  [ -z "$proxy" ] || export http_proxy=${http_proxy:-$proxy}
  inNamespaces debootstrap --variant=minbase --force-check-gpg \
    --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
    ${include:+"--include=$(IFS=, && echo "${include[*]}")"} ${cache:+"--cache-dir=$cache/archives"} \
    "$freshSuite" "$root" "$(debianMirror)" || return 1
  networkSettings >"$root/etc/apt/apt.conf.d/90network"
  # Nobody needs the folder after a power cut.
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/" || return 1
  [ "$freshUser" = root ] && return 0
  chroot "$root" useradd --create-home --shell /bin/bash "$freshUser" &&
    echo "$freshUser ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/$freshUser"
}

# cloneTree TARGET: the last commit and no file beside it.
cloneTree() {
  # What git fetches from belongs to whoever cloned it, which need not be root.
  local settings=$1.gitconfig
  mkdir -p "$(dirname "$1")" && printf '[safe]\n\tdirectory = *\n' >"$settings" &&
    GIT_CONFIG_GLOBAL=$settings git clone --no-local --depth 1 "$heddleRoot" "$1" &&
    git -C "$1" log -1 && rm "$settings"
}

# ccache finds what a build outside has left if it is told the same things: settings, the path of the
# tree, and the language of messages, which is an input for it. The compilers are the same where their
# packages are.
configureCcache() {
  local name
  { ccache -p 2>/dev/null || echo 'max_size = 5G'; } | sed 's/^([^)]*) *//' |
    grep -E '^(base_dir|hash_dir|max_size|sloppiness|compression_level|compiler_check) = .' >"$1/etc/ccache.conf"
  echo 'cache_dir = /var/cache/ccache' >>"$1/etc/ccache.conf"
  {
    echo '#!/bin/sh'
    for name in LANG LC_ALL LC_CTYPE LC_MESSAGES; do
      [ -z "${!name:-}" ] || printf 'export %s=%q\n' "$name" "${!name}"
    done
    echo 'exec /usr/bin/ccache "$@"'
  } >"$1/usr/local/bin/ccache"
  chmod +x "$1/usr/local/bin/ccache"
}

# runFreshJobs ROOT TREE BIND…: each job as somebody types it, in an environment that has nothing
# of ours.
runFreshJobs() {
  local root=$1 tree=$2 name job environment=() status
  shift 2
  for name in CI http_proxy https_proxy no_proxy HEDDLE_PRESET HEDDLE_JOBS HEDDLE_SETUP_FROM; do
    [ -z "${!name:-}" ] || environment+=("$name=${!name}")
  done
  for job in "${freshJobs[@]}"; do
    say "in a bare Debian $freshSuite: ./run $job"
    status=0
    # shellcheck disable=SC2016 # for the shell inside
    inNamespaces "$heddleRoot/cmake/scripts/enter_root.sh" "$root" "$@" -- \
      setpriv --reuid "$freshUser" --regid "$freshUser" --init-groups --reset-env \
      env "PATH=$freshPath" "${environment[@]}" sh -c 'cd "$1" && ./run "$2"' sh "$tree" "$job" || status=$?
    [ "$status" -eq 0 ] && continue
    rm -rf "$logDir/fresh" && cp -r "$root$tree/build/logs" "$logDir/fresh" 2>/dev/null || true
    fail "./run $job ends with $status in a bare Debian $freshSuite" \
      "its logs are in $logDir/fresh; ./run fresh --keep $job leaves the folder to look into"
  done
}

# Sets work to a folder that goes at the end.
makeFreshFolder() {
  local folder=${HEDDLE_FRESH_DIR:-$heddleRoot/build}
  # Somebody who is not root works in build/, too.
  mkdir -p "$logDir" "$folder" && chown --reference="$heddleRoot" "$heddleRoot/build" "$logDir" &&
    work=$(mktemp -d "$folder/fresh.XXXXXX") && work=$(realpath "$work") ||
    fail "cannot write to $folder"
  removeAtExit "$work"
}

runFresh() {
  freshOptions "$@"
  local work='' root tree reason start=$SECONDS binds=() cache=''
  [ "$(id -u)" -ne 0 ] || makeFreshFolder
  reason=$(whyNoFresh "$work")
  if [ -n "$reason" ]; then
    [ "$freshIfPossible" = yes ] || fail "a bare Debian cannot be made here: $reason"
    say "NOT TRIED ON A BARE DEBIAN ($(IFS=, && echo "${freshJobs[*]}")): $reason"
    return 0
  fi
  [ -z "$(git -c safe.directory='*' -C "$heddleRoot" status --porcelain)" ] ||
    say 'the work tree has changes that are not committed: what is tried is the last commit'

  root=$work/root
  if [ "$freshCached" = yes ]; then
    cache=$cacheDir/fresh
    local compiled
    compiled=$(ccache -k cache_dir 2>/dev/null || echo "$cache/ccache")
    mkdir -p "$cache/archives/partial" "$compiled" || fail "cannot write to $cacheDir"
    # What no release names any more.
    find "$cache/archives" -name '*.deb' -atime +60 -delete
    binds=(--bind "$cache/archives" /var/cache/apt/archives --bind "$compiled" /var/cache/ccache)
  fi
  step fresh "making a bare Debian $freshSuite in $work" makeRootFolder "$root" "$cache" ||
    failFrom fresh 'the bare Debian could not be made'
  tree=$(chroot "$root" sh -c "echo ~$freshUser")/heddle
  # ccache compares paths.
  [ "$freshCached" = no ] || tree=$heddleRoot
  step fresh-clone 'cloning the tree into it' cloneTree "$root$tree" ||
    failFrom fresh-clone 'the tree could not be cloned'
  [ "$freshUser" = root ] || chroot "$root" chown -R "$freshUser:" "$tree"
  [ "$freshCached" = no ] || configureCcache "$root"
  if [ "$freshKeep" = yes ]; then
    keepAtExit "$work"
    say "it stays in $root; to go into it: sudo unshare --mount --pid --fork \\"
    say "  $heddleRoot/cmake/scripts/enter_root.sh $root -- bash"
  fi
  runFreshJobs "$root" "$tree" "${binds[@]}"
  say "in a bare Debian $freshSuite, in $(((SECONDS - start) / 60)) min: ./run $(IFS=, && echo "${freshJobs[*]}") did its job"
}
