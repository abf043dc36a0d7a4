#!/bin/sh
# Restores a backup of backup.sh: DATABASE_URL=… deploy/restore.sh TARGET FILES
#
# DATABASE_URL names an empty database, FILES a folder that does not exist yet (or - for a bucket). No Platen
# process may use them. Afterwards run `platen sweep`, which removes files without a record that are a day old.
set -eu
target=$1
files=$2
: "${DATABASE_URL:?set it to the address of an empty database}"

# In one transaction: everything or nothing.
pg_restore --no-owner --exit-on-error --single-transaction --dbname="$DATABASE_URL" "$target/database.dump"
if [ "$files" != - ]; then
  mkdir "$files"
  tar --create --directory="$target/files" . | tar --extract --directory="$files"
fi
