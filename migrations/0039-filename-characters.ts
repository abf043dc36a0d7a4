import type { Knex } from 'knex';

/** Which characters of values stay in the names of a job's files. Jobs of earlier releases: `hyphen`. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table batch_jobs add column filename_characters text not null default 'hyphen'
       constraint batch_jobs_filename_characters_check
       check (filename_characters in ('hyphen', 'latin', 'unicode'))`,
  );
}
