#!/usr/bin/env bash
# Restores a backup of backup.sh: DATABASE_URL=… deploy/restore.sh TARGET FILES
#
# DATABASE_URL names an empty database, FILES a folder that is empty or does not exist yet (or - for a
# bucket). No Platen process may use them. Afterwards run `platen sweep`, which removes files without a record
# that are a day old. Needs psql and pg_restore, which may be newer than the server, and GNU tar.
#
# Everything or nothing: all that can be checked is checked first. The database is restored last, in one
# transaction; if that fails, the files are removed again.
set -euo pipefail

fail() {
  echo "restore.sh: $1 Nothing was restored." >&2
  exit 1
}

[ $# = 2 ] || fail 'Expected two arguments: DATABASE_URL=… deploy/restore.sh TARGET FILES.'
dump=$1/database.dump
saved_files=$1/files
files=$2
[ -n "${DATABASE_URL:-}" ] || fail 'DATABASE_URL is not set: set it to the address of an empty database.'
for program in psql pg_restore tar; do
  command -v "$program" >/dev/null || fail "$program is not installed."
done
[ -f "$dump" ] || fail "TARGET is $1, which is no backup: it has no database.dump."
if [ "$files" != - ]; then
  [ -d "$saved_files" ] || fail "TARGET is $1, which has no folder files; for a bucket, pass - as FILES."
  [ ! -e "$files" ] || [ -d "$files" ] || fail "FILES is $files, which is no folder."
  [ -z "$(ls -A "$files" 2>/dev/null)" ] || fail "FILES is $files, which is not empty."
fi

query() {
  psql --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --command="$1" "$DATABASE_URL"
}
# Schemas and relations, without those of the system and of extensions.
found=$(query "
  select coalesce(string_agg(name, ', '), '') from (
    select nspname::text as name from pg_namespace n
    where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
      and not exists (select from pg_depend where objid = n.oid and deptype = 'e')
    union all
    select relname::text from pg_class c
    where relnamespace = to_regnamespace('public')
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    order by name limit 5
  ) as found") || fail 'The database of DATABASE_URL cannot be read.'
[ -z "$found" ] || fail "The database of DATABASE_URL is not empty: it has $found."
# Reads the dump to its end.
pg_restore --file=/dev/null "$dump" || fail "$dump is damaged or incomplete."

if [ "$files" != - ]; then
  had_folder=$([ -d "$files" ] && echo yes || echo no)
  remove_files() {
    if [ "$had_folder" = yes ]; then find "$files" -mindepth 1 -delete; else rm -rf "$files"; fi
  }
  mkdir -p "$files"
  trap remove_files EXIT
  tar --create --directory="$saved_files" . | tar --extract --directory="$files" ||
    fail "The files cannot be copied to $files."
fi

# Without the last line, which comes only after a complete dump, the transaction is rolled back. A server
# older than PostgreSQL 17 does not know transaction_timeout, which is in the first lines of a newer dump.
{
  echo 'begin;' &&
    pg_restore --no-owner --file=- "$dump" | sed '1,40{/^SET transaction_timeout = 0;$/d}' &&
    echo 'commit;'
} | psql --no-psqlrc --quiet --output=/dev/null --set=ON_ERROR_STOP=1 "$DATABASE_URL" ||
  fail 'The database cannot be restored.'
trap - EXIT
