/** Sessions, links, second factors and passkeys for the fuzzing of the app: most work once. */
import { queryRows, type Database } from '../../../src/store/database.ts';
import { createSignInLink } from '../../../src/store/sign-in-links.ts';
import { hashToken } from '../../../src/store/tokens.ts';
import { createTenant } from '../../../test/helpers/http.ts';
import { addPasskey, askToSignIn, Authenticator, startPasskey } from '../../../test/helpers/passkeys.ts';
import { turnOnFactor } from '../../../test/helpers/second-factors.ts';
import { createUser, type StudioUser } from '../../../test/helpers/studio.ts';
import { callAt } from './call.ts';

/** Sessions for requests that end their own, or whose account gets a new password. */
const spareSessions = 1_000;

/** The cookie of a session. */
export function getCookie({ token }: Pick<StudioUser, 'token'>): { readonly Cookie: string } {
  return { Cookie: `platen_session=${token}` };
}

/** Sessions of as many accounts of another workspace. Returns their tokens. */
export async function addSpareSessions(db: Database): Promise<string[]> {
  const { workspaceId } = await createTenant(db);
  const tokens = Array.from({ length: spareSessions }, (_, at) => `spare-${at}`);
  await queryRows(
    db,
    `with added as (
       insert into accounts (workspace_id, name)
       select :workspaceId, 'Spare ' || n from generate_series(1, cardinality(cast(:hashes as bytea[]))) n
       returning id
     ), numbered as (select id, row_number() over () as n from added)
     insert into sessions (account_id, token_hash, method)
     select id, (cast(:hashes as bytea[]))[n], 'LINK' from numbered`,
    { workspaceId, hashes: tokens.map(hashToken) },
  );
  return tokens;
}

/** Links that sign in, each of an account of its own. Returns their tokens. */
export async function addSignInLinks(db: Database): Promise<string[]> {
  const { workspaceId } = await createTenant(db);
  const tokens = Array.from({ length: spareSessions }, (_, at) => `link-${at}`);
  await queryRows(
    db,
    `with added as (
       insert into accounts (workspace_id, name)
       select :workspaceId, 'Linked ' || n from generate_series(1, cardinality(cast(:hashes as bytea[]))) n
       returning id
     ), numbered as (select id, row_number() over () as n from added)
     insert into sign_in_links (account_id, token_hash, purpose, expires_at)
     select id, (cast(:hashes as bytea[]))[n], 'SIGN_IN', now() + interval '1 hour' from numbered`,
    { workspaceId, hashes: tokens.map(hashToken) },
  );
  return tokens;
}

/** Second factors to confirm and to remove, and sign-ins that wait for a code. Each works once. */
export async function addSecondFactors(origin: string, db: Database): Promise<object> {
  const call = callAt(origin);
  const addFactor = async () => {
    const user = await createUser(db);
    const { recoveryCodes } = await turnOnFactor({ call, db }, user);
    return { user, code: recoveryCodes[0] };
  };
  const factors = Array.from({ length: 10 }, async () => {
    const starting = await createUser(db);
    const { json } = await call('startSecondFactor', { as: starting, json: {} });
    const { secret } = json as { secret: string };
    const [ending, waiting] = [await addFactor(), await addFactor()];
    const { accountId } = waiting.user;
    const { token } = await createSignInLink(db, { accountId, purpose: 'CODE', method: 'LINK' });
    return {
      toConfirm: { ...getCookie(starting), secret },
      toRemove: { ...getCookie(ending.user), code: ending.code },
      toFinish: { challenge: token, code: waiting.code },
    };
  });
  return await Promise.all(factors);
}

/**
 * Passkeys to add, to use, to rename and to remove, and sign-ins that wait for one. Each works once. Answers
 * of the authenticator are made ahead, for challenges that live as long as the fuzzing.
 */
export async function addPasskeys(origin: string, publicUrl: string, db: Database): Promise<object> {
  const call = callAt(origin);
  const add = async () => {
    const user = await createUser(db);
    const authenticator = new Authenticator({ origin: publicUrl });
    return { user, ...(await addPasskey({ call }, user, { authenticator })) };
  };
  const wait = async () => {
    const { user, authenticator } = await add();
    const { accountId } = user;
    const { token } = await createSignInLink(db, { accountId, purpose: 'CODE', method: 'LINK' });
    return { authenticator, challenge: token };
  };
  const passkeys = Array.from({ length: 10 }, async () => {
    const adding = await createUser(db);
    const made = new Authenticator({ origin: publicUrl }).make(await startPasskey({ call }, adding));
    const [used, removed, begun, waiting] = [await add(), await add(), await wait(), await wait()];
    const { authenticator, challenge } = waiting;
    const passkey = authenticator.use(await askToSignIn({ call }, challenge));
    return {
      toAdd: { ...getCookie(adding), body: { name: 'Laptop', ...made } },
      toUse: { ...getCookie(used.user), passkeyId: used.passkeyId },
      toRemove: {
        ...getCookie(removed.user),
        passkeyId: removed.passkeyId,
        body: { code: removed.recoveryCodes[0] },
      },
      toBegin: { challenge: begun.challenge },
      toFinish: { challenge, passkey },
    };
  });
  const made = await Promise.all(passkeys);
  await queryRows(db, `update passkey_challenges set expires_at = now() + interval '1 day'`, {});
  return made;
}

/**
 * Lets the limit of attempts to sign in forget each one: all requests come from one address, and
 * `RATE_LIMITS` does not turn this limit off.
 */
export async function forgetAttempts(db: Database): Promise<void> {
  await db.raw(
    `create function forget_attempt() returns trigger language plpgsql as $$
     begin
       new.due_at = clock_timestamp();
       new.allowed = true;
       return new;
     end $$`,
  );
  await db.raw(
    `create trigger forget_attempts before insert or update on rate_limits for each row
     when (new.key like 'sign-in-%') execute function forget_attempt()`,
  );
}

/** Adds sessions of an account and returns their ids. */
export async function addSessions(db: Database, accountId: string, count: number): Promise<string[]> {
  const hashes = Array.from({ length: count }, (_, at) => hashToken(`own-${at}`));
  const rows = await queryRows<{ id: string }>(
    db,
    `insert into sessions (account_id, token_hash, method)
     select :accountId, hash, 'PASSWORD' from unnest(cast(:hashes as bytea[])) hash returning id`,
    { accountId, hashes },
  );
  return rows.map(({ id }) => id);
}
