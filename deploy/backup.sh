#!/usr/bin/env bash
# Backs up a running Platen: DATABASE_URL=… deploy/backup.sh FILES TARGET
#
# FILES is the folder of STORAGE_URL (default: DATA_DIR/files). For a bucket, pass - and see
# docs/operating.md. TARGET is a new folder: this script makes it, with the folders above it. pg_dump must not
# be older than the server, and tar must be GNU tar.
#
# Copies the files, then the database, then the files written meanwhile: so each record in the dump has its
# file. Files without a record are harmless; `platen sweep` removes them after a day. Files never change after
# they are written. TARGET appears when it is complete: a backup that fails leaves nothing.
set -euo pipefail

fail() {
  echo "backup.sh: $1" >&2
  exit 1
}

[ $# = 2 ] || fail 'expected two arguments: DATABASE_URL=… deploy/backup.sh FILES TARGET'
files=$1
target=${2%/}
[ -n "${DATABASE_URL:-}" ] || fail 'DATABASE_URL is not set: set it to the address of the database'
for program in pg_dump tar; do
  command -v "$program" >/dev/null || fail "$program is not installed"
done
[ "$files" = - ] || [ -d "$files" ] || fail "FILES is $files, which is no folder; for a bucket, pass -"
# An empty folder may become the backup.
if [ -e "$target" ]; then
  rmdir "$target" 2>/dev/null || fail "TARGET is $target, which exists already; name a new folder"
fi

unfinished=$target.unfinished
trap 'rm -rf "$unfinished"' EXIT
rm -rf "$unfinished"
mkdir -p "$unfinished/files"

# Files that are deleted during the copy belong to expired records. tar then ends with 1.
list_files() {
  tar --create --directory="$files" --ignore-failed-read --exclude=./tmp "$@" . || [ $? = 1 ]
}
copy_files() {
  list_files "$@" | tar --extract --directory="$unfinished/files" --skip-old-files
}

if [ "$files" != - ]; then
  # A file's time is that of its last write, which may be long before it gets its final name.
  since=$(($(date +%s) - 3600))
  copy_files
fi
pg_dump --format=custom --no-owner --file="$unfinished/database.dump" "$DATABASE_URL"
if [ "$files" != - ]; then copy_files --newer-mtime="@$since"; fi
mv "$unfinished" "$target"
