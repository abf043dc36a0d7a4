/** Passkeys of accounts, and challenges that browsers answer with one. */
import { queryRow, queryRows, type Database } from './database.ts';
import { readRows } from './lost-connection.ts';

export interface Passkey {
  readonly passkeyId: string;
  /** As its authenticator calls it. */
  readonly credentialId: Buffer;
  /** In COSE. */
  readonly publicKey: Buffer;
  /** How browsers reach it. */
  readonly transports: readonly string[];
  /** The domain that it was made for. */
  readonly rpId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Omit<Passkey, 'passkeyId' | 'createdAt' | 'lastUsedAt'> & {
  readonly accountId: string;
  /** How often it was used, as its authenticator says; 0 if it does not count. */
  readonly counter: number;
};

const columns = `id as "passkeyId", credential_id as "credentialId", public_key as "publicKey", transports,
  rp_id as "rpId", name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(db: Database, accountId: string): Promise<readonly Passkey[]> {
  return await readRows<Passkey>(
    db,
    `select ${columns} from passkeys where account_id = :accountId order by created_at, id`,
    { accountId },
  );
}

/** Stores a passkey. Null if one with its id exists, of whatever account. */
export async function insertPasskey(transaction: Database, passkey: NewPasskey): Promise<Passkey | null> {
  const [inserted] = await queryRows<Passkey>(
    transaction,
    `insert into passkeys (account_id, credential_id, public_key, counter, transports, rp_id, name)
     values (:accountId, :credentialId, :publicKey, :counter, :transports, :rpId, :name)
     on conflict (credential_id) do nothing returning ${columns}`,
    { ...passkey, transports: [...passkey.transports] },
  );
  return inserted ?? null;
}

/**
 * Records a use. `copied`: the counter did not grow, so another authenticator has the same key, or an old
 * answer was sent again. `unknown`: the passkey was removed.
 */
export async function usePasskey(
  transaction: Database,
  { passkeyId, counter }: { readonly passkeyId: string; readonly counter: number },
): Promise<'used' | 'copied' | 'unknown'> {
  const [passkey] = await queryRows<{ isNext: boolean }>(
    transaction,
    `select (counter = 0 and :counter = 0) or :counter > counter as "isNext"
     from passkeys where id = :passkeyId for update`,
    { passkeyId, counter },
  );
  if (passkey === undefined) return 'unknown';
  if (!passkey.isNext) return 'copied';
  await queryRow(
    transaction,
    'update passkeys set counter = :counter, last_used_at = now() where id = :passkeyId returning id',
    { passkeyId, counter },
  );
  return 'used';
}

/** Renames a passkey of an account. False if there is none. */
export async function renamePasskey(
  db: Database,
  { accountId, passkeyId, name }: Record<'accountId' | 'passkeyId' | 'name', string>,
): Promise<boolean> {
  const renamed = await queryRows(
    db,
    'update passkeys set name = :name where id = :passkeyId and account_id = :accountId returning id',
    { accountId, passkeyId, name },
  );
  return renamed.length > 0;
}

/** Removes a passkey of an account. Returns its name; null if there is none. */
export async function removePasskey(
  transaction: Database,
  { accountId, passkeyId }: Record<'accountId' | 'passkeyId', string>,
): Promise<string | null> {
  const [removed] = await queryRows<{ name: string }>(
    transaction,
    'delete from passkeys where id = :passkeyId and account_id = :accountId returning name',
    { accountId, passkeyId },
  );
  return removed?.name ?? null;
}

/** What the answer to a challenge is for: something in a session, or a sign-in by the hash of its token. */
export type ChallengeUse =
  | { readonly sessionId: string; readonly purpose: 'ADD' | 'PROVE' }
  | { readonly tokenHash: Buffer; readonly purpose: 'SIGN_IN' };

const lifetime = '5 minutes';

/** Keeps a challenge; it replaces an earlier one for the same use. False: the sign-in is over. */
export async function keepChallenge(db: Database, use: ChallengeUse, challenge: Buffer): Promise<boolean> {
  const { purpose } = use;
  const kept =
    purpose === 'SIGN_IN'
      ? await queryRows(
          db,
          `insert into passkey_challenges (sign_in_link_id, purpose, challenge, expires_at)
           select id, :purpose, :challenge, now() + interval '${lifetime}'
           from sign_in_links where token_hash = :tokenHash and used_at is null and expires_at > now()
           on conflict (sign_in_link_id)
           do update set challenge = excluded.challenge, expires_at = excluded.expires_at
           returning id`,
          { purpose, challenge, tokenHash: use.tokenHash },
        )
      : await queryRows(
          db,
          `insert into passkey_challenges (session_id, purpose, challenge, expires_at)
           values (:sessionId, :purpose, :challenge, now() + interval '${lifetime}')
           on conflict (session_id, purpose)
           do update set challenge = excluded.challenge, expires_at = excluded.expires_at
           returning id`,
          { purpose, challenge, sessionId: use.sessionId },
        );
  return kept.length > 0;
}

/** Takes the challenge for a use: of several requests at once, one gets it. Null: none, or it has expired. */
export async function takeChallenge(db: Database, use: ChallengeUse): Promise<Buffer | null> {
  const { purpose } = use;
  const holder =
    purpose === 'SIGN_IN'
      ? 'sign_in_link_id = (select id from sign_in_links where token_hash = :holder)'
      : 'session_id = :holder';
  const [taken] = await queryRows<{ challenge: Buffer; isCurrent: boolean }>(
    db,
    `delete from passkey_challenges where purpose = :purpose and ${holder}
     returning challenge, expires_at > now() as "isCurrent"`,
    { purpose, holder: purpose === 'SIGN_IN' ? use.tokenHash : use.sessionId },
  );
  return taken?.isCurrent === true ? taken.challenge : null;
}
