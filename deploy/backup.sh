#!/bin/sh
# Backs up a Platen that is at work: DATABASE_URL=… deploy/backup.sh FILES TARGET
#
# FILES is the folder of STORAGE_URL (DATA_DIR/files, unless it is set); for a bucket, give - and see docs/operating.md. TARGET is a new
# folder. pg_dump has to be as new as the server, tar has to be GNU's.
#
# First the files, then the database, then the files that have come meanwhile: so every record of the dump has its file. Files
# without a record do no harm, `platen sweep` removes them. Files never change once they are there.
set -eu
files=$1
target=$2
: "${DATABASE_URL:?set it to the address of the database}"

# Files that vanish while they are read belonged to something that has ended.
copy_files() {
  tar --create --directory="$files" --ignore-failed-read --exclude=./tmp "$@" . |
    tar --extract --directory="$target/files" --skip-old-files
}

mkdir "$target" "$target/files"
if [ "$files" != - ]; then
  # A file is dated when it was written, which may take a while before it is in its place.
  since=$(($(date +%s) - 3600))
  copy_files
fi
pg_dump --format=custom --no-owner --file="$target/database.dump" "$DATABASE_URL"
if [ "$files" != - ]; then copy_files --newer-mtime="@$since"; fi
