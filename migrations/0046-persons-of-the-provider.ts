import type { Knex } from 'knex';

/**
 * Who an account is at the OpenID provider, from the first sign-in there on. A link with purpose JOIN is one
 * that an invited person has been led to by the provider.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts
      add column oidc_issuer text,
      add column oidc_subject text,
      add constraint accounts_oidc_check check ((oidc_issuer is null) = (oidc_subject is null)),
      add constraint accounts_oidc_key unique (oidc_issuer, oidc_subject);
    alter table sign_in_links
      add column oidc_issuer text,
      add column oidc_subject text,
      drop constraint sign_in_links_purpose_check,
      add constraint sign_in_links_purpose_check
        check (purpose in ('SIGN_IN', 'INVITATION', 'ADDRESS', 'JOIN'));
  `);
}
