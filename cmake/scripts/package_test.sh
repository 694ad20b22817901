# The Debian packages in a bare Debian 12: tests/package/inside.sh says what is tried. Sourced by ./run.

# raisedPackages FOLDER FILE…: the same packages with a higher revision, in FOLDER.
raisedPackages() {
  local folder=$1 file version
  shift
  for file in "$@"; do
    version=$(dpkg-deb -f "$file" Version)
    rm -rf "$folder/unpacked" && mkdir -p "$folder" && dpkg-deb -R "$file" "$folder/unpacked" &&
      sed -i "s/^Version: .*/&.1/; /^Depends:/s/(= $version)/(= $version.1)/" \
        "$folder/unpacked/DEBIAN/control" &&
      dpkg-deb --root-owner-group -Zgzip -z1 -b "$folder/unpacked" "$folder" || return 1
  done
  rm -rf "$folder/unpacked"
}

# writeContainerSteps FOLDER: what packaging/Containerfile runs, and what the workflow of examples/ci runs in
# a container of that image, for each target of its matrix.
writeContainerSteps() {
  local workflow=$heddleRoot/examples/ci/workflow.yml target targets
  mkdir -p "$1/project" && cp "$heddleRoot"/examples/gemm/*.* "$1/project/" || return 1
  sed -n '/^RUN /,/[^\\]$/ { s/^RUN //; p }' "$heddleRoot/packaging/Containerfile" >"$1/container.sh"
  targets=$(sed -n 's/^ *target: \[\(.*\)\]$/\1/p' "$workflow" | tr -d ,)
  {
    echo 'cd /steps/project'
    sed -n "s/^      \(HEDDLE_[A-Z_]*\): \([^$ ]*\)\$/export \1=\2/p" "$workflow"
    for target in $targets; do
      echo "export HEDDLE_TARGET=$target"
      sed -n 's/^      - run: //p' "$workflow"
    done
  } >"$1/workflow.sh"
  # As many as there should be: a change of those files that leaves none to run is not a success.
  [ "$(grep -c apt-get "$1/container.sh")" -ge 2 ] && [ "$(grep -c '^\./gemm ' "$1/workflow.sh")" -ge 2 ] || {
    echo 'the steps of the container and of the workflow are not found in their files'
    return 1
  }
}

# inBareDebian ROOT CMD…
inBareDebian() {
  local root=$1
  shift
  inNamespaces "$heddleRoot/cmake/scripts/enter_root.sh" "$root" \
    --bind "$cacheDir/fresh/archives" /var/cache/apt/archives -- \
    env -i "PATH=$freshPath" HOME=/root LC_ALL=C.UTF-8 ${http_proxy:+"http_proxy=$http_proxy"} "$@"
}

# runPackageTest: on the packages that makePackages has made.
runPackageTest() {
  local work='' root reason cache=$cacheDir/fresh start=$SECONDS
  freshCached=yes
  [ "$(id -u)" -ne 0 ] || makeFreshFolder
  reason=$(whyNoFresh "$work")
  [ -z "$reason" ] || fail "a bare Debian cannot be made here: $reason"
  root=$work/root
  mkdir -p "$cache/archives/partial" || fail "cannot write to $cacheDir"
  step fresh "making a bare Debian $freshSuite in $work" makeRootFolder "$root" "$cache" ||
    failFrom fresh 'the bare Debian could not be made'
  cp -a "$root" "$work/container" && mkdir -p "$root/packages" "$work/container/packages" &&
    cp "${packageFiles[@]}" "$root/packages/" && cp "${packageFiles[@]}" "$work/container/packages/" &&
    cp "$heddleRoot/tests/package/inside.sh" "$root/packages/" ||
    fail "cannot write to $work"
  step package-raise 'making packages of a higher version' raisedPackages "$root/packages/raised" \
    "${packageFiles[@]}" || failFrom package-raise 'the packages could not be packed again'
  say "in a bare Debian $freshSuite: install, use, upgrade, remove, purge"
  inBareDebian "$root" bash /packages/inside.sh || fail 'the packages do not do what they should'

  step container-steps 'reading the steps of the container and of the workflow' \
    writeContainerSteps "$work/container/steps" || failFrom container-steps 'there is nothing to try'
  step container "in another bare Debian $freshSuite: the steps of packaging/Containerfile" \
    inBareDebian "$work/container" sh -e /steps/container.sh ||
    failFrom container 'the steps of the container fail'
  step workflow 'in the same: the steps of examples/ci/workflow.yml' \
    inBareDebian "$work/container" sh -e /steps/workflow.sh || failFrom workflow 'the steps of the workflow fail'
  say "the packages do what they should, in $(((SECONDS - start) / 60)) min"
}
