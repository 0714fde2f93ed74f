# What the scripts share: where the project is, and installing what a new machine lacks.
# Sourced by the others; not to be run.

set -euo pipefail
# What fails in $(...) fails; bash 3.2 of macOS does not know it.
shopt -s inherit_errexit 2>/dev/null || true
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "$*" >&2; }

# packages NAME...: installs Debian packages that are missing. Without root it says what to run.
packages() {
    local missing=() name
    for name in "$@"; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'install ok installed' \
            || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return
    if [ "$(id -u)" -ne 0 ]; then
        say "Packages are missing. Run this, then try again:"
        say "sudo apt-get install -y ${missing[*]}"
        exit 69
    fi
    say "Installing ${missing[*]} ..."
    local log=.build/install.log
    mkdir -p .build
    # The first try spares the update where the lists are there already.
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" \
        >"$log" 2>&1 && return
    if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y \
        --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        say "The packages could not be installed; the whole log is $log."
        exit 69
    fi
}

# How programs are built to be used. With the Swift runtime inside they start sooner and take less
# memory; macOS has it in the system.
release=(-c release)
[ "$(uname)" = Linux ] && release+=(--static-swift-stdlib)

# What tests are built with, beside what is there by default: one build serves all of them. A package that
# uses this one without traits is built by a test of its own.
traits=(--traits Examples,Sync)
# All that tests run is built with the same flags: with others, everything would be compiled again. Warnings
# are errors by the manifest; the check compares every import with the dependencies of its target.
test_flags=(--explicit-target-dependency-import-check error "${traits[@]}")

# etcd_program: where etcd is, for the tests of sharing. Debian's package is unpacked and not installed, since
# installing it starts a server. `FACEPLATE_ETCD` names another.
etcd_program() {
    local folder=.build/etcd
    if [ -n "${FACEPLATE_ETCD:-}" ]; then
        printf '%s' "$FACEPLATE_ETCD"
    elif type -P etcd; then
        :
    elif [ "$(uname)" = Darwin ]; then
        say "etcd is missing. Install it: brew install etcd"
        exit 69
    else
        if ! [ -x "$folder/usr/bin/etcd" ]; then
            say "Fetching etcd ..."
            mkdir -p "$folder"
            (
                cd "$folder"
                apt-get download etcd-server >&2 || { apt-get update && apt-get download etcd-server; } >&2
                dpkg-deb -x etcd-server_*.deb .
            ) || { say "etcd could not be fetched. Install it, and name it by FACEPLATE_ETCD."; exit 69; }
        fi
        printf '%s' "$PWD/$folder/usr/bin/etcd"
    fi
}

# What building needs; the Swift toolchain itself is the machine's.
build_packages() {
    if ! command -v swift >/dev/null; then
        say "Swift 6.2 or newer is missing. See https://www.swift.org/install."
        exit 69
    fi
    if [ "$(uname)" = Linux ]; then packages libmicrohttpd-dev libgnutls28-dev libsqlite3-dev pkg-config python3; fi
}

# python REQUIREMENTS: the interpreter of a virtual environment that has them.
python() {
    local venv=.build/venv requirements=$1
    if ! [ -x "$venv/bin/pip" ]; then
        if ! python3 -m venv "$venv" >/dev/null 2>&1; then
            rm -rf "$venv"
            packages python3-venv
            python3 -m venv "$venv"
        fi
    fi
    if ! cmp -s "$requirements" "$venv/requirements.txt"; then
        say "Installing the Python packages of $requirements ..."
        "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements" >&2 \
            || return 1
        cp "$requirements" "$venv/requirements.txt"
    fi
    printf '%s' "$PWD/$venv/bin/python"
}
