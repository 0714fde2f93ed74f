# What the scripts share: where the project is, and installing what a new machine lacks.
# Sourced by the others; not to be run.

set -euo pipefail
# What fails in $(...) fails; bash 3.2 of macOS does not know it.
shopt -s inherit_errexit 2>/dev/null || true
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "$*" >&2; }

# Every script explains itself by the comment at its head.
case ${1:-} in -h | --help)
    awk 'NR > 1 { if (!sub(/^# ?/, "")) exit; print }' "Scripts/${0##*/}"
    exit 0
    ;;
esac

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
# No library is loaded at run time that looks for symbols of the program: without their names it is 1.7 MB smaller.
[ "$(uname)" = Linux ] && release+=(--static-swift-stdlib -Xlinker --no-export-dynamic)

# The debug build, for all that is tried and tested: with other flags, everything would be compiled again. Warnings
# are errors by the manifest; the check compares every import with the dependencies of its target. Nothing reads
# debug information or the index of names, which take a fifth of the time of a build.
debug=(--explicit-target-dependency-import-check error -debug-info-format none --disable-index-store)
# The same with all traits: the packages of the example in another server take long to compile.
debug_all=("${debug[@]}" --traits default,Examples)

# How far the build is; the last line that was shown says so, or how long it took.
# Standard input is the output of `swift build`, with a line `tick` each second.
build_progress() {
    local line steps="" shown=0 began=$SECONDS now text
    local start='^\[([0-9]+)/([0-9]+)\]' clear=""
    # Where a terminal shows it, the line is replaced; elsewhere there is a new one each 30 seconds.
    [ -t "$progress_to" ] && clear=$'\r\033[K'
    while IFS= read -r line; do
        if [ "$line" != tick ]; then
            printf '%s\n' "$line"
            if [[ "$line" =~ $start ]]; then
                steps=", step ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
            fi
            continue
        fi
        now=$((SECONDS - began))
        text="Building ... $now s$steps"
        if [ -n "$clear" ]; then
            printf '%s%s' "$clear" "$text" >&"$progress_to"
            shown=1
        elif [ "$shown" -eq 0 ] || [ $((now - shown)) -ge 30 ]; then
            printf '%s\n' "$text" >&"$progress_to"
            shown=$((now > 0 ? now : 1))
        fi
    done
    [ "$shown" -eq 0 ] || printf '%sBuilding took %s s.\n' "$clear" "$((SECONDS - began))" >&"$progress_to"
}

# build OPTION...: `swift build` with these options; its output goes to standard output, and one line of
# progress to standard error, or to the descriptor `progress_to`. Returns the code of `swift build`.
progress_to=2
build() {
    {
        # Ends by itself, too, when nothing reads it any more: after Control-C.
        while sleep 1 >/dev/null 2>&1; do echo tick; done &
        local ticks=$! code=0
        # The package manager lists the traits in the order of a set; in another order everything would be
        # compiled again.
        FACEPLATE_WITHOUT_PLUGIN=1 SWIFT_DETERMINISTIC_HASHING=1 swift build "$@" 2>&1 || code=$?
        kill "$ticks"
        wait "$ticks" 2>/dev/null || true
        exit "$code"
    } | build_progress
}

# release_program: builds `faceplate` to be used, and prints its path. FACEPLATE_BINARY names one that is
# built already.
release_program() { built_program "${release[@]}"; }

# development_program: the same with the debug build, which the tests use, too.
development_program() { built_program "${debug[@]}"; }

# built_program OPTION...: builds `faceplate` with these options, and prints its path.
built_program() {
    local log=.build/build.log code=0
    if [ -n "${FACEPLATE_BINARY:-}" ]; then
        [ -x "$FACEPLATE_BINARY" ] || { say "FACEPLATE_BINARY: '$FACEPLATE_BINARY' is not a program."; exit 64; }
        printf '%s' "$FACEPLATE_BINARY"
        return
    fi
    build_packages
    mkdir -p .build
    build "$@" --product faceplate >"$log" || code=$?
    if [ "$code" -ne 0 ]; then
        tail -n 30 "$log" >&2
        say "The build failed; the whole log is $log."
        exit "$code"
    fi
    printf '%s/faceplate' "$(swift build "$@" --show-bin-path)"
}

# version: the newest version in the release notes.
version() { sed -n 's/^## \([0-9.]*\)$/\1/p' Sources/Guides.docc/ReleaseNotes.md | sed -n 1p; }

# The list of installed files under a prefix, a path each; folders that were created end with a slash.
file_list=share/faceplate/files

# install_tree PROGRAM FOLDER PREFIX: installs the program and its files under FOLDER, for use under PREFIX.
install_tree() {
    local program=$1 root=$2 prefix=$3 work shell
    work=$(mktemp -d)
    cp "$program" "$work/faceplate"
    chmod +w "$work/faceplate"
    # Without arguments strip removes on macOS what the dynamic linker needs.
    if [ "$(uname)" = Linux ]; then strip "$work/faceplate"; else strip -x "$work/faceplate"; fi
    for shell in bash zsh fish; do "$program" --generate-completion-script "$shell" >"$work/$shell"; done
    Scripts/manual "$program" "$(version)" >"$work/faceplate.1"
    Scripts/licenses >"$work/licenses"
    sed "s|@PREFIX@|$prefix|" Scripts/faceplate@.service >"$work/unit"

    local list=$root/$file_list
    : >"$work/files"
    [ -f "$list" ] && cp "$list" "$work/files"
    put 755 "$work/faceplate" bin/faceplate
    put 644 "$work/bash" share/bash-completion/completions/faceplate
    put 644 "$work/zsh" share/zsh/site-functions/_faceplate
    put 644 "$work/fish" share/fish/vendor_completions.d/faceplate.fish
    put 644 "$work/faceplate.1" share/man/man1/faceplate.1
    put 644 "$work/unit" share/systemd/user/faceplate@.service
    put 644 Schemas/faceplate.schema.json share/faceplate/faceplate.schema.json
    put 644 "$work/licenses" share/doc/faceplate/copyright
    printf '%s\n' "$file_list" >>"$work/files"
    sort -u -o "$work/files" "$work/files"
    install -m 644 "$work/files" "$list"
    rm -rf "$work"
}

# put MODE FILE PATH: installs a file in the tree that install_tree makes, and lists it.
put() {
    local mode=$1 file=$2 path=$3 folder made=()
    folder=$(dirname "$path")
    while ! [ -d "$root/$folder" ]; do
        made+=("$folder/")
        [[ "$folder" == */* ]] || break
        folder=${folder%/*}
    done
    mkdir -p "$root/$(dirname "$path")"
    # A new file, so that a program that runs from the old one goes on.
    install -m "$mode" "$file" "$root/$path"
    printf '%s\n' ${made[@]+"${made[@]}"} "$path" >>"$work/files"
}

# remove_tree FOLDER: removes the files that are listed there, and the folders that install_tree created,
# as far as these are empty.
remove_tree() {
    local root=$1 path
    # Folders come after what is in them.
    sort -r "$root/$file_list" | while IFS= read -r path; do
        case $path in
        */) rmdir "$root/$path" 2>/dev/null || true ;;
        *) rm -f "$root/$path" ;;
        esac
    done
}

# etcd_program: where etcd is, for the tests of sharing. `FACEPLATE_ETCD` names another.
etcd_program() {
    if [ -n "${FACEPLATE_ETCD:-}" ]; then
        printf '%s' "$FACEPLATE_ETCD"
    elif type -P etcd; then
        :
    else
        unpacked etcd usr/bin/etcd etcd-server
    fi
}

# proxy_programs: the folder with nginx, Caddy and sshd, for the tests of what stands in front of a panel.
# `FACEPLATE_PROXIES` names another, which has them in usr/sbin and usr/bin.
proxy_programs() {
    if [ -n "${FACEPLATE_PROXIES:-}" ]; then
        printf '%s' "$FACEPLATE_PROXIES"
    else
        dirname "$(dirname "$(dirname "$(unpacked proxies usr/bin/caddy \
            nginx caddy openssh-server openssh-client libwrap0)")")"
    fi
}

# unpacked FOLDER PROGRAM PACKAGE...: the path of a program of Debian packages. They are unpacked under .build and
# not installed, since installing them starts servers.
unpacked() {
    local folder=.build/$1 program=$2 package
    shift 2
    if [ "$(uname)" = Darwin ]; then
        say "${program##*/} is missing. Install it: brew install ${program##*/}"
        exit 69
    fi
    if ! [ -x "$folder/$program" ]; then
        say "Fetching $* ..."
        mkdir -p "$folder"
        (
            cd "$folder"
            apt-get download "$@" >&2 || { apt-get update && apt-get download "$@"; } >&2
            for package in *.deb; do dpkg-deb -x "$package" .; done
        ) || { say "${program##*/} could not be fetched."; exit 69; }
    fi
    printf '%s' "$PWD/$folder/$program"
}

# What building needs; the Swift toolchain itself is the machine's.
build_packages() {
    if ! command -v swift >/dev/null; then
        say "Swift 6.2 or newer is missing. See https://www.swift.org/install."
        exit 69
    fi
    if [ "$(uname)" = Linux ]; then packages libmicrohttpd-dev libgnutls28-dev libsqlite3-dev libyaml-dev zlib1g-dev pkg-config python3; fi
}

# python REQUIREMENTS [NAME]: the interpreter of a virtual environment that has them: of that NAME under .build, or
# `venv`.
python() {
    local venv=.build/${2:-venv} requirements=$1
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
