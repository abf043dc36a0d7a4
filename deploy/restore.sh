#!/bin/sh
# Restores what backup.sh has made: DATABASE_URL=… deploy/restore.sh TARGET FILES
#
# DATABASE_URL names an empty database, FILES a folder that is not there yet (or - for a bucket). No process of Platen may run on
# them. Afterwards run `platen sweep`, which removes files without a record.
set -eu
target=$1
files=$2
: "${DATABASE_URL:?set it to the address of an empty database}"

# All of it or nothing.
pg_restore --no-owner --exit-on-error --single-transaction --dbname="$DATABASE_URL" "$target/database.dump"
if [ "$files" != - ]; then
  mkdir "$files"
  tar --create --directory="$target/files" . | tar --extract --directory="$files"
fi
