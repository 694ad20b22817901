# Configure and build. Sourced by ./run.

# A compiler that reads LLVM's headers takes up to 1.5 GB.
buildJobs() {
  local processors memory
  processors=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo)
  [ "$memory" -ge 1 ] || memory=1
  echo "${HEDDLE_JOBS:-$((processors < memory ? processors : memory))}"
}

# What a job asks of CMake besides the preset.
configureOptions=()

# Configures when the build folder is new or what was asked for has changed. CMake itself notices
# changed CMake files during the build.
configure() {
  local asked stamp=$buildDir/configured-by-run
  asked=$(
    echo "$heddleRoot $preset $(translatorRoot) ${configureOptions[*]}"
    cksum <"$heddleRoot/CMakePresets.json"
  )
  [ -e "$buildDir/build.ninja" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$asked" ] && return 0

  command -v cmake >/dev/null || fail 'cmake is missing (./run setup installs it)'
  needSpace "$heddleRoot" 1500 'the build'
  step configure "configuring build/$preset" cmake -S "$heddleRoot" --preset "$preset" \
    "-DHEDDLE_SPIRV_TRANSLATOR_ROOT=$(translatorRoot)" "${configureOptions[@]}" || failFrom configure 'configuring failed'
  echo "$asked" >"$stamp"
}

# Shows ninja's counter on one line where somebody is looking.
showProgress() {
  if [ -t 2 ] && [ -z "${CI:-}" ]; then
    sed -u -n 's/^\(\[[0-9]*\/[0-9]*\]\).*/   \1/p' | while IFS= read -r line; do
      printf '\r%s' "$line" >&2
    done
    printf '\r\033[K' >&2
  else
    cat >/dev/null
  fi
}

runNinja() {
  ninja -C "$buildDir" -j "$(buildJobs)" "$@" 2>&1 </dev/null | tee "$(logOf build)" | showProgress
  return "${PIPESTATUS[0]}"
}

build() {
  configure
  say "building build/$preset"
  mkdir -p "$logDir"
  if ! runNinja "$@"; then
    grep -m 1 -A 25 '^FAILED' "$(logOf build)" | cut -c 1-400 | sed 's/^/  | /' >&2 || true
    fail "the build failed$(reason=$(explain build) && echo "${reason:+: $reason}")" \
      "the whole log is in $(logOf build)"
  fi
}
