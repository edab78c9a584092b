# Sourced by ./run and ./test: the Debian packages that they need, and how
# missing ones are installed. Names are the same on Debian 12 and 13.

packages_program="meson ninja-build pkg-config gcc libc6-dev libglib2.0-dev libgtk-4-dev
  libadwaita-1-dev libxml2-dev libjson-glib-dev libgif-dev zlib1g-dev gettext libglib2.0-bin desktop-file-utils librsvg2-common
  fonts-cantarell fonts-dejavu-core"

packages_tests="libxml2-utils appstream xvfb xauth dbus at-spi2-core
  python3 python3-gi gir1.2-atspi-2.0 xdotool imagemagick locales clang-format mandoc valgrind
  iverilog shared-mime-info desktop-file-utils librsvg2-bin poppler-utils gtk-update-icon-cache git"

missing_packages()
{
  for package in "$@"; do
    case $(dpkg-query -W -f='${Status}' "$package" 2>/dev/null) in
      'install ok installed') ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

# need PACKAGE…: every package is installed on return; exits 3 where it cannot be done.
need()
{
  if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    for tool in meson ninja pkg-config cc msgfmt glib-compile-resources; do
      command -v $tool >/dev/null 2>&1 || lacking="${lacking:-} $tool"
    done
    for library in gtk4 libadwaita-1 libxml-2.0 glib-2.0; do
      pkg-config --exists $library 2>/dev/null || lacking="${lacking:-} $library"
    done
    [ -n "${lacking:-}" ] || return 0
    echo "Systole needs:$lacking" >&2
    echo "Install them with your distribution's package manager; on Debian the packages are called:" >&2
    echo $* >&2
    exit 3
  fi
  wanted=$(missing_packages "$@")
  [ -n "$wanted" ] || return 0
  install="apt-get install -y --no-install-recommends $wanted"
  if [ "$(id -u)" = 0 ]; then
    as_root=
  elif [ -t 0 ] && command -v sudo >/dev/null 2>&1; then
    echo "Systole needs these packages: $wanted"
    printf 'Install them now with sudo? [y/N] '
    read -r answer
    case $answer in
      [yYsS]*) as_root=sudo ;;
      *) echo "Nothing was installed. By hand: sudo $install"; exit 3 ;;
    esac
  else
    echo "Systole needs packages that are not installed. As root:" >&2
    echo "  $install" >&2
    exit 3
  fi
  echo "Installing: $wanted"
  export DEBIAN_FRONTEND=noninteractive
  $as_root apt-get -qq -o DPkg::Lock::Timeout=300 update
  $as_root apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $wanted
}

# configure FOLDER OPTION…: a Meson build folder that exists and is in order.
configure()
{
  folder=$1
  shift
  if [ -f "$folder/build.ninja" ]; then
    return 0
  fi
  rm -rf "$folder"
  if ! meson setup "$folder" "$@" >"$folder.log" 2>&1; then
    cat "$folder.log" >&2
    exit 1
  fi
  mv "$folder.log" "$folder/setup.log"
}
