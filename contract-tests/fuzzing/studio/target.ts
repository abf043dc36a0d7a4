import { join } from 'node:path';
import { listSamples } from '../../../src/domain/authoring/samples.ts';
import { queryRow, queryRows, type Database } from '../../../src/store/database.ts';
import { createSignInLink } from '../../../src/store/sign-in-links.ts';
import { hashToken } from '../../../src/store/tokens.ts';
import { redPng } from '../../../test/helpers/authoring.ts';
import { createTenant, send, type RequestOptions } from '../../../test/helpers/http.ts';
import { addUrlKey } from '../../../test/helpers/image-urls.ts';
import { startOidcProvider } from '../../../test/helpers/oidc-provider.ts';
import { addPasskey, askToSignIn, Authenticator, startPasskey } from '../../../test/helpers/passkeys.ts';
import { turnOnFactor } from '../../../test/helpers/second-factors.ts';
import { createCredentials } from '../../../test/helpers/studio-accounts.ts';
import {
  callOperation,
  createUser,
  signIn,
  type StudioCall,
  type StudioUser,
} from '../../../test/helpers/studio.ts';
import { startLiveService, type LiveService } from '../../live-service.ts';
import { getIds } from '../dictionaries.ts';
import type { FuzzedContract, FuzzTarget } from '../target.ts';
import { specializeStudio } from './document.ts';

/** The contract of the app. */
export const studio: FuzzedContract = {
  file: 'studio.json',
  unreachable: {
    413: 'no case has a body of 10 MiB',
    429: 'rate limits are off, the quota is ample, and submissions wait for a free place',
    500: 'takes a fault of the service',
    502: 'takes a fault of storage, a renderer or the origin of a picture',
    503: 'takes a fault of storage or of every renderer',
    'addPasskey 409': 'takes 10 passkeys that were added since this one was begun',
    'startOidc 404': 'the service has an OpenID provider',
    'finishOidc 404': 'the service has an OpenID provider',
  },
  async start() {
    // The provider must know the service's address before the service starts.
    // A name with which browsers have passkeys, also without https.
    const PUBLIC_URL = 'http://studio.localhost';
    const provider = await startOidcProvider(PUBLIC_URL);
    const service = await startLiveService({ env: { ...provider.env, PUBLIC_URL } });
    const target = await getTarget(service, PUBLIC_URL);
    return {
      ...target,
      async close() {
        await target.close();
        await provider.close();
      },
    };
  },
};

/** Sessions for requests that end their own, or whose account gets a new password. */
const spareSessions = 1_000;

/** Sessions of the owner that may end. */
const ownSessions = 90;

async function getTarget(service: LiveService, PUBLIC_URL: string): Promise<FuzzTarget> {
  const { origin, db, owner, colleague, stranger } = service;
  await queryRows(db, `update accounts set role = 'MEMBER' where id = :id`, { id: colleague.accountId });
  const users = {
    owner: { ...owner, ...(await signIn(db, owner)) },
    colleague: { ...colleague, ...(await signIn(db, colleague)) },
    stranger: { ...stranger, ...(await signIn(db, stranger)) },
  };
  const spare = await addSpareSessions(db);
  const links = await addSignInLinks(db);
  const { email, password } = await createCredentials(db);
  await forgetAttempts(db);
  await decodeOnce(origin, users.owner);
  await uploadPicture(origin, [users.owner, users.colleague]);
  const secondFactors = await addSecondFactors(origin, db);
  const passkeys = await addPasskeys(origin, PUBLIC_URL, db);
  const sessionIds = await addSessions(db, owner.accountId, ownSessions);
  const deliveryIds = await listDeliveries(db);
  const urlKeyIds = [await addUrlKey(db, owner), await addUrlKey(db, stranger)].map((key) => key.urlKeyId);
  const [urlKeyId = ''] = urlKeyIds;
  const libraryItemId = await addColor(db, owner);
  const logoId = await addLogo(origin, users.owner);
  const libraryItemIds = [libraryItemId, logoId, await addColor(db, stranger)];
  return {
    origin,
    document: await specializeStudio(service, {
      sessionId: sessionIds[0] ?? '',
      deliveryIds,
      urlKeyId,
      libraryItemId,
      logoId,
    }),
    users: Object.fromEntries(Object.entries(users).map(([name, user]) => [name, getCookie(user)])),
    dictionaries: getDictionaries(service, { sessionIds, deliveryIds, urlKeyIds, libraryItemIds }),
    settings: join(import.meta.dirname, 'schemathesis.toml'),
    hooks: join(import.meta.dirname, 'hooks.py'),
    environment: {
      PLATEN_ORIGIN: origin,
      PLATEN_OWNER: getCookie(users.owner).Cookie,
      PLATEN_COLLEAGUE: getCookie(users.colleague).Cookie,
      PLATEN_SPARE: JSON.stringify(spare),
      PLATEN_LINKS: JSON.stringify(links),
      PLATEN_CREDENTIALS: JSON.stringify({ email, password }),
      PLATEN_SECOND_FACTORS: JSON.stringify(secondFactors),
      PLATEN_PASSKEYS: JSON.stringify(passkeys),
      PLATEN_PNG: redPng.toString('base64'),
      PLATEN_PROJECT: owner.projectId,
      PLATEN_PROJECTS: JSON.stringify(service.visibleProjectIds),
      PLATEN_TEMPLATES: JSON.stringify(service.visibleTemplateIds),
      PLATEN_FOREIGN: JSON.stringify(service.hiddenTemplateIds),
      PLATEN_JOB: service.jobs.completed,
      // What must not be deleted, because other requests need it.
      PLATEN_KEPT: JSON.stringify([
        users.owner.sessionId,
        owner.accountId,
        colleague.accountId,
        owner.keyId,
        urlKeyId,
        libraryItemId,
        logoId,
        service.jobs.completed,
        ...service.visibleProjectIds,
        ...service.visibleTemplateIds,
      ]),
    },
    close: () => service.close(),
  };
}

function getCookie({ token }: Pick<StudioUser, 'token'>): { readonly Cookie: string } {
  return { Cookie: `platen_session=${token}` };
}

/** Sessions of as many accounts of another workspace. Returns their tokens. */
async function addSpareSessions(db: Database): Promise<string[]> {
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
async function addSignInLinks(db: Database): Promise<string[]> {
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
async function addSecondFactors(origin: string, db: Database): Promise<object> {
  const service = {
    send: (method: string, target: string, sending?: RequestOptions) => send(origin, method, target, sending),
  };
  const call = (operationId: string, rest?: StudioCall) => callOperation(service, operationId, rest ?? {});
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
async function addPasskeys(origin: string, publicUrl: string, db: Database): Promise<object> {
  const service = {
    send: (method: string, target: string, sending?: RequestOptions) => send(origin, method, target, sending),
  };
  const call = (operationId: string, rest?: StudioCall) => callOperation(service, operationId, rest ?? {});
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
async function forgetAttempts(db: Database): Promise<void> {
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

/**
 * Decodes the files of every sample, and the one that is uploaded: each new content takes a process of low
 * priority, which starts slowly on a busy machine. The limit is for the answers, not for that.
 */
async function decodeOnce(origin: string, owner: StudioUser): Promise<void> {
  const service = {
    send: (method: string, target: string, sending?: RequestOptions) => send(origin, method, target, sending),
  };
  const call = (operationId: string, rest: StudioCall) =>
    callOperation(service, operationId, { as: owner, ...rest });
  const { projectId } = owner;
  for (const sample of await listSamples()) {
    const { json } = await call('createTemplate', { path: { projectId }, json: { source: { sample } } });
    const { id: templateId } = json as { id: string };
    await call('uploadFile', { path: { templateId }, query: { path: 'images/a.png' }, body: redPng });
    await call('deleteTemplate', { path: { templateId } });
  }
}

/** Uploads the picture that batches of the accounts take along. */
async function uploadPicture(origin: string, accounts: readonly StudioUser[]): Promise<void> {
  const service = {
    send: (method: string, target: string, sending?: RequestOptions) => send(origin, method, target, sending),
  };
  for (const account of accounts) {
    const { status } = await callOperation(service, 'uploadPicture', { as: account, body: redPng });
    if (status !== 200) throw new Error(`The picture was not uploaded: ${status}.`);
  }
}

/** Adds a colour to the library of an account's workspace and returns its id. */
async function addColor(
  db: Database,
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: string },
): Promise<string> {
  const { id } = await queryRow<{ id: string }>(
    db,
    `insert into library_items (workspace_id, kind, name, color, bytes, created_by, updated_by)
     values (:workspaceId, 'COLOR', 'Brand', '#102030', 12, :accountId, :accountId) returning id`,
    { workspaceId, accountId },
  );
  return id;
}

/** Adds a logo, which has a file, to the library of an account's workspace and returns its id. */
async function addLogo(origin: string, as: StudioUser): Promise<string> {
  const service = {
    send: (method: string, target: string, sending?: RequestOptions) => send(origin, method, target, sending),
  };
  const path = 'images/a.png';
  const uploaded = await callOperation(service, 'uploadLibraryFile', { as, query: { path }, body: redPng });
  const { id } = uploaded.json as { readonly id: string };
  const json = { kind: 'LOGO', name: 'Logo', files: [{ path, id }] };
  const added = await callOperation(service, 'createLibraryItem', { as, json });
  if (added.status !== 201) throw new Error(`The logo was not added: ${added.status}.`);
  return (added.json as { readonly id: string }).id;
}

/** Adds sessions of an account and returns their ids. */
async function addSessions(db: Database, accountId: string, count: number): Promise<string[]> {
  const hashes = Array.from({ length: count }, (_, at) => hashToken(`own-${at}`));
  const rows = await queryRows<{ id: string }>(
    db,
    `insert into sessions (account_id, token_hash, method)
     select :accountId, hash, 'PASSWORD' from unnest(cast(:hashes as bytea[])) hash returning id`,
    { accountId, hashes },
  );
  return rows.map(({ id }) => id);
}

async function listDeliveries(db: Database): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db, 'select id from callback_deliveries order by id', {});
  return rows.map(({ id }) => id);
}

function getDictionaries(
  service: LiveService,
  {
    sessionIds,
    deliveryIds,
    urlKeyIds,
    libraryItemIds,
  }: Readonly<Record<'sessionIds' | 'deliveryIds' | 'urlKeyIds' | 'libraryItemIds', string[]>>,
): FuzzTarget['dictionaries'] {
  const accounts = [service.owner, service.colleague, service.stranger];
  return {
    ...getIds(service),
    sessions: { at: 'path.sessionId', values: sessionIds, probability: 0.6 },
    members: { at: 'path.memberId', values: accounts.map(({ accountId }) => accountId), probability: 0.6 },
    keys: { at: 'path.keyId', values: accounts.map(({ keyId }) => keyId), probability: 0.6 },
    urlKeys: { at: 'path.urlKeyId', values: urlKeyIds, probability: 0.8 },
    libraryItems: { at: 'path.libraryItemId', values: libraryItemIds, probability: 0.8 },
    deliveries: { at: 'path.deliveryId', values: deliveryIds, probability: 0.6 },
    versions: { at: 'path.version', values: [1, 2, 3], probability: 0.8 },
    files: { at: 'query.path', values: ['images/a.png', 'images/b.png', 'fonts/a.ttf'], probability: 0.7 },
    idempotency: { at: 'header.Idempotency-Key', values: ['first', 'second', 'third'], probability: 0.3 },
  };
}
