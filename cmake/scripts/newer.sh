# What is newer than in Debian 12: found, checked and fetched, with nothing installed. Sourced by ./run.
#
# Such things come from the first of several places that has them. A suite of Debian is asked through
# apt, which checks its signature, and gives the newest version that fits. Suites move: unstable drops
# what belongs to an old LLVM. So after them come places where what was tried stays for good, known by
# its content; pinned_files.txt lists these files.

# newestFitting FOLDER PATTERN PACKAGE: the newest version of PACKAGE in the lists of FOLDER that
# matches PATTERN.
newestFitting() {
  APT_CONFIG=$1/apt.conf LC_ALL=C apt-cache madison "$3" |
    awk -F ' *[|] *' '{ print $2 }' | sort -uV | while IFS= read -r version; do
      # shellcheck disable=SC2254 # a pattern
      case $version in $2) printf '%s\n' "$version" ;; esac
    done | tail -n 1
}

# The Debian mirror that the system uses, if it uses one.
debianMirror() {
  local uri
  # shellcheck disable=SC2016
  uri=$(apt-get indextargets --format '$(LABEL)|$(REPO_URI)' 2>/dev/null |
    sed -n 's/^Debian|//p' | head -n 1)
  printf '%s' "${uri:-http://deb.debian.org/debian/}"
}

# What the system's apt is told about the network: proxies, time limits.
networkSettings() {
  apt-config dump 2>/dev/null | grep '^Acquire::' | grep -v '^Acquire::IndexTargets' || true
}

# privateApt FOLDER CMD…: apt-get that reads and writes only below FOLDER. Of the system's settings
# it keeps those that say how to reach the network; hooks that run after an update are not ours.
privateApt() {
  local folder=$1
  shift
  APT_CONFIG=$folder/apt.conf LC_ALL=C apt-get -q -y "$@"
}

# writePrivateAptConfig FOLDER: what privateApt reads.
writePrivateAptConfig() {
  local folder=$1
  mkdir -p "$folder/lists/partial" "$folder/archives/partial" "$folder/deb" || return 1
  : >"$folder/status"
  : >"$folder/sources.list"
  {
    networkSettings
    cat <<CONF
Dir::Etc::Main "/dev/null";
Dir::Etc::Parts "/dev/null";
Dir::Etc::SourceList "$folder/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State "$folder";
Dir::State::Lists "$folder/lists";
Dir::State::Status "$folder/status";
Dir::Cache "$folder";
Dir::Cache::Archives "$folder/archives";
APT::Architecture "amd64";
APT::Sandbox::User "root";
APT::Update::Error-Mode "any";
Acquire::Languages "none";
Acquire::Retries "3";
Acquire::http::Timeout "30";
CONF
  } >"$folder/apt.conf"
}

# fromSuite FOLDER SUITE KIND PATTERN PACKAGE…: downloads packages (KIND deb) or the original sources
# of a source package (KIND deb-src) into FOLDER/deb. The version of the first must match PATTERN.
fromSuite() {
  local folder=$1 suite=$2 kind=$3 pattern=$4 package=$5 version
  local keys=/usr/share/keyrings/debian-archive-keyring.gpg
  shift 4
  if [ ! -e "$keys" ]; then
    echo 'the package debian-archive-keyring is missing: signatures could not be checked'
    return 1
  fi
  echo "$kind [arch=amd64 signed-by=$keys] $(debianMirror) $suite main" >"$folder/sources.list"
  privateApt "$folder" update || return 1
  version=$(newestFitting "$folder" "$pattern" "$package")
  if [ -z "$version" ]; then
    echo "there is no $package $pattern"
    return 1
  fi
  cd "$folder/deb" || return 1
  if [ "$kind" = deb-src ]; then
    privateApt "$folder" source --download-only --tar-only "$package=$version"
  else
    shift
    privateApt "$folder" download "$package=$version" "$@"
  fi
}

# fromPinned FOLDER PLACE: downloads the files that pinned_files.txt lists for PLACE into FOLDER/deb.
# They need no signature: their content is known.
fromPinned() {
  local folder=$1 place sum url found=no
  while read -r place sum url; do
    [ "$place" = "$2" ] || continue
    found=yes
    APT_CONFIG=$folder/apt.conf LC_ALL=C /usr/lib/apt/apt-helper download-file \
      "$url" "$folder/deb/$(basename "$url")" "SHA256:$sum" || return 1
  done <"$heddleRoot/cmake/scripts/pinned_files.txt"
  [ "$found" = yes ] || echo "pinned_files.txt lists nothing for $2"
  [ "$found" = yes ]
}

# fromPlace FOLDER PLACE NAME KIND PATTERN PACKAGE…: one of the places that fetchNewer is given.
# Places that have a colon are suites of Debian, as in suite:sid.
fromPlace() {
  local folder=$1 place=$2 name=$3
  shift 3
  rm -rf "$folder" && writePrivateAptConfig "$folder" || return 1
  case $place in
    suite:*) fromSuite "$folder" "${place#suite:}" "$@" ;;
    *) fromPinned "$folder" "$name@$place" ;;
  esac
}

# fetchNewer NAME TEXT TARGET PLACES UNPACK KIND PATTERN PACKAGE…: makes the folder TARGET from what
# the first of PLACES has that UNPACK accepts. UNPACK gets a folder with the downloaded files in
# deb/, and makes root/ beside them; it returns false for what does not work here.
fetchNewer() {
  local name=$1 text=$2 target=$3 places=$4 unpack=$5 work place reason tried=()
  shift 5
  mkdir -p "$(dirname "$target")" && work=$(mktemp -d "$target.XXXXXX") ||
    fail "cannot write to $(dirname "$target")"
  removeAtExit "$work"
  for place in ${HEDDLE_SETUP_FROM:-} $places; do
    rm -f "$(logOf "$name-unpack-$place")"
    if step "$name-$place" "fetching $text from $(describePlace "$place")" \
      fromPlace "$work/new" "$place" "$name" "$@" &&
      step "$name-unpack-$place" 'unpacking it' "$unpack" "$work/new"; then
      echo "$place" >"$work/new/root/place"
      placeFolder "$work/new/root" "$target"
      rm -rf "$work"
      return 0
    fi
    reason=$name-$place
    [ ! -e "$(logOf "$name-unpack-$place")" ] || reason=$name-unpack-$place
    tried+=("$(describePlace "$place"): $(whyNot "$reason")")
    say "not there: ${tried[-1]}"
  done
  fail "$text could not be fetched. Tried were:" "${tried[@]}" "the logs are $logDir/$name-*.log"
}

describePlace() {
  case $1 in
    suite:sid) printf 'Debian unstable' ;;
    suite:*) printf 'Debian %s' "${1#suite:}" ;;
    ubuntu-*) printf 'Ubuntu %s' "${1#ubuntu-}" ;;
    snapshot-*) printf "Debian's archive of %s" "${1#snapshot-}" ;;
    *) printf '%s' "$1" ;;
  esac
}

# whyNot NAME: the sentence for a log that ends in a failure, or its last line.
whyNot() {
  local reason
  reason=$(explain "$1")
  printf '%s' "${reason:-$(tail -n 1 "$(logOf "$1")")}"
}

# placeFolder NEW TARGET: the rename is what makes the folder appear, whole. Somebody else may have
# been quicker.
placeFolder() {
  rm -rf "$2.old"
  if [ -e "$2" ]; then mv "$2" "$2.old"; fi
  mv -T "$1" "$2" 2>/dev/null || [ -d "$2" ] || fail "cannot write to $(dirname "$2")"
  rm -rf "$2.old"
}
