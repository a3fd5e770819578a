# Settings of the bed, sourced by the scripts beside it. Override by environment.
#   BED_SUITE         Debian suite that Slurm comes from: trixie (24.11, the default) or forky (26.05)
#   BED_API           data version that up checks with
#   BED_HOME          where the root folder of each suite is kept once it is built
#   BED_DIR           this bed: its own copy of the root folder and its state; one for each checkout by default
#   BED_PORT          first of 30 ports on loopback; unset: the first free block from 21800 on
#   BED_MIRROR        Debian mirror to build from; unset: the one that this machine's apt uses
#   BED_MIN_JOB_AGE   seconds that a finished job stays in slurmctld
#   BED_REST_THREADS  threads of slurmrestd; each keeps some 16 times the largest answer that it ever made
# shellcheck shell=bash disable=SC2034  # the scripts that source this read them
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
BED_SUITE=${BED_SUITE:-trixie}
case $BED_SUITE in
trixie) : "${BED_API:=v0.0.42}" ;;
*) : "${BED_API:=v0.0.45}" ;;
esac
: "${BED_HOME:=/var/lib/flexq-slurm}"
: "${BED_DIR:=$BED_HOME/$BED_SUITE-$(printf %s "$HERE" | cksum | cut -d' ' -f1)}"
: "${BED_MIN_JOB_AGE:=300}" "${BED_REST_THREADS:=4}"
BASE=$BED_HOME/base-$BED_SUITE # the built root folder; beds are copies of it
ROOT=$BED_DIR/rootfs
RUN=$BED_DIR/run
CGROUPS=/sys/fs/cgroup/memory # of version 1, where the machine has it
CGROUP=$CGROUPS/flexq-$(basename "$BED_DIR") # this bed's
REST_SOCKET=$ROOT/run/slurmrestd/slurmrestd.sock # slurmrestd, rest_auth/local

STATIC_NODES="$(echo hcsdemo-a3unodeset-{0..3} hcsdemo-cpunodeset-{0..1})"
CLOUD_NODES="$(echo hcsdemo-flexnodeset-{0..3})"

# Ports of the bed whose first port is $1.
set_ports() {
	CTLD_PORT=$1           # slurmctld
	DBD_PORT=$(($1 + 1))   # slurmdbd
	REST_PORT=$(($1 + 2))  # slurmrestd, rest_auth/jwt
	NODE_PORT=$(($1 + 10)) # slurmd's: from here on, one each
	REST_URL=http://127.0.0.1:$REST_PORT
}
set_ports "$(cat "$RUN/port" 2>/dev/null || echo "${BED_PORT:-21800}")"

say() { printf '%s\n' "$*" >&2; }
die() {
	say "error: $*"
	exit 1
}
need_root() { [ "$(id -u)" = 0 ] || die "the bed makes namespaces: run as root"; }

# The process id, seen from this machine, of process 1 of the bed's namespaces, or nothing.
bed_pid() {
	local p c
	p=$(cat "$RUN/holder.pid" 2>/dev/null) || return 0
	[ -n "$p" ] && [ -d "/proc/$p" ] || return 0
	{ tr '\0' ' ' <"/proc/$p/cmdline"; } 2>/dev/null | grep -qF "bed-init $ROOT " || return 0
	c=$(cat "/proc/$p/task/$p/children" 2>/dev/null) || return 0
	echo "${c%% *}"
}

# Run a command inside the running bed, as root.
inside() {
	local p
	p=$(bed_pid)
	[ -n "$p" ] || die "the bed is not up: make slurm-up"
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM="${TERM:-dumb}" LANG=C.UTF-8 \
		nsenter -t "$p" --mount --uts --ipc --pid --root --wd "$@"
}

# The process id of the slurmrestd on the unix socket, or nothing. It lives in the bed's mount namespace and in this
# machine's process ids, as nothing else does but the holder.
socket_pid() {
	local p mount
	p=$(bed_pid)
	[ -n "$p" ] || return 0
	mount=$(readlink "/proc/$p/ns/mnt") || return 0
	find /proc -maxdepth 3 -path '/proc/[0-9]*/ns/mnt' -printf '%p %l\n' 2>/dev/null |
		awk -F'[/ ]' -v m="$mount" '$NF == m { print $3 }' | while read -r p; do
		{ tr '\0' ' ' <"/proc/$p/cmdline"; } 2>/dev/null | grep -q '^slurmrestd .*rest_auth/local' && echo "$p"
	done || true
}
