#!/bin/sh
# Backs up a running Platen: DATABASE_URL=… deploy/backup.sh FILES TARGET
#
# FILES is the folder of STORAGE_URL (default: DATA_DIR/files). For a bucket, pass - and see
# docs/operating.md. TARGET is a new folder. pg_dump must not be older than the server, and tar must be GNU
# tar.
#
# Copies the files, then the database, then the files written meanwhile: so each record in the dump has its
# file. Files without a record are harmless; `platen sweep` removes them after a day. Files never change after
# they are written.
set -eu
files=$1
target=$2
: "${DATABASE_URL:?set it to the address of the database}"

# Files that are deleted during the copy belong to expired records.
copy_files() {
  tar --create --directory="$files" --ignore-failed-read --exclude=./tmp "$@" . |
    tar --extract --directory="$target/files" --skip-old-files
}

mkdir "$target" "$target/files"
if [ "$files" != - ]; then
  # A file's time is that of its last write, which may be long before it gets its final name.
  since=$(($(date +%s) - 3600))
  copy_files
fi
pg_dump --format=custom --no-owner --file="$target/database.dump" "$DATABASE_URL"
if [ "$files" != - ]; then copy_files --newer-mtime="@$since"; fi
