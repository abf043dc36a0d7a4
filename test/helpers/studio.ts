/**
 * The app's contract in tests. A test of an operation, in
 * `contract-tests/studio/one-service/OPERATION.test.ts`:
 *
 *     let studio: Studio;
 *     before(async () => (studio = await startStudio()));
 *     after(() => studio.close());
 *
 *     testOperation('createKey', {
 *       201: [{ act: () => studio.call('createKey', { json: { name: 'Newsletter' } }) }],
 *       409: [{ act: () => …, code: 'KEY_LIMIT_REACHED' }],
 *     });
 *
 * `testOperation` (of `studio-statuses.ts`) fails for a documented status without a case, apart from those
 * that `every-operation.test.ts` tests for all operations, and checks that each documented header and media
 * type was sent. `call` is the owner's unless `as` names somebody else; it checks each answer against the
 * contract.
 */
import { startSession } from '../../src/store/sessions.ts';
import { queryRows, type Database } from '../../src/store/database.ts';
import { hashToken } from '../../src/store/tokens.ts';
import { studioContract } from './contract-document.ts';
import {
  createTenant,
  shareTestService,
  startTestService,
  type Answer,
  type RequestOptions,
  type SharedServiceOptions,
  type Tenant,
  type TestService,
  type TestServiceOptions,
} from './http.ts';
import type { CallerOptions } from './database.ts';

/** Somebody who is signed in, with a private project. */
export interface StudioUser extends Tenant {
  /** The value of the session cookie. */
  readonly token: string;
  readonly sessionId: string;
}

export interface StudioCall {
  /** Null: nobody. Default: the owner. */
  readonly as?: Pick<StudioUser, 'token'> | null | undefined;
  /** Values of the path's parameters. */
  readonly path?: Readonly<Record<string, string | number>> | undefined;
  /** A list is repeated. */
  readonly query?: Readonly<Record<string, string | number | readonly string[]>> | undefined;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent unchanged; a file unless `headers` say otherwise. */
  readonly body?: RequestOptions['body'] | undefined;
}

/** Who uses the app: two members of one workspace, and the owner of another. */
export interface StudioUsers {
  readonly owner: StudioUser;
  readonly member: StudioUser;
  readonly stranger: StudioUser;
}

export interface Studio extends StudioUsers {
  readonly service: TestService;
  readonly db: Database;
  /** Calls an operation as the app's pages do, and checks the answer against the contract. */
  call(operationId: string, call?: StudioCall): Promise<Answer>;
  close(): Promise<void>;
}

/** Two new workspaces on a service that test files of one process with equal settings share. */
export async function startStudio(options: SharedServiceOptions = {}): Promise<Studio> {
  return await addUsers(await shareTestService(options));
}

/** Starts a service of its own with two workspaces. */
export async function startOwnStudio(options: TestServiceOptions = {}): Promise<Studio> {
  return await addUsers(await startTestService(options));
}

async function addUsers(service: TestService): Promise<Studio> {
  const { db } = service;
  const owner = await createUser(db, { role: 'OWNER' });
  const member = await createUser(db, { role: 'MEMBER', workspaceId: owner.workspaceId });
  const stranger = await createUser(db, { role: 'OWNER' });
  return {
    service,
    db,
    owner,
    member,
    stranger,
    call: (operationId, call = {}) => callOperation(service, operationId, { as: owner, ...call }),
    close: () => service.close(),
  };
}

/** Creates an account with a key, a private project and a session. */
export async function createUser(
  db: Database,
  { role = 'OWNER', ...options }: CallerOptions & { readonly role?: 'OWNER' | 'MEMBER' } = {},
): Promise<StudioUser> {
  const tenant = await createTenant(db, options);
  const { accountId } = tenant;
  await queryRows(db, 'update accounts set role = :role where id = :accountId', { role, accountId });
  return { ...tenant, ...(await signIn(db, tenant)) };
}

/** Starts another session of an account. */
export async function signIn(
  db: Database,
  { accountId }: Pick<Tenant, 'accountId'>,
): Promise<Pick<StudioUser, 'token' | 'sessionId'>> {
  return await db.transaction((transaction) =>
    startSession(transaction, {
      accountId,
      method: 'PASSWORD',
      browser: { userAgent: 'Test', address: '127.0.0.1' },
      earlierTokenHash: null,
    }),
  );
}

/** Lets a session end, as after 14 days without use. */
export async function expireSession(db: Database, { token }: Pick<StudioUser, 'token'>): Promise<void> {
  await queryRows(
    db,
    `update sessions set last_used_at = now() - interval '14 days 1 second',
            created_at = now() - interval '15 days' where token_hash = :hash`,
    { hash: hashToken(token) },
  );
}

/** Calls an operation of any service, also of one that another test has started. */
export async function callOperation(
  service: Pick<TestService, 'send'>,
  operationId: string,
  { as = null, path = {}, query = {}, json, headers = {}, body }: StudioCall,
): Promise<Answer> {
  const operation = studioContract.findOperation(operationId);
  const target = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined) throw new Error(`${operationId} needs ${name} in \`path\`.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) =>
      (Array.isArray(values) ? values : [values]).map((value): [string, string] => [name, String(value)]),
    ),
  ).toString();
  return await service.send(operation.method, search === '' ? target : `${target}?${search}`, {
    headers: {
      ...(as === null ? {} : { Cookie: `platen_session=${as.token}` }),
      ...(operation.method === 'GET' ? {} : { 'Sec-Fetch-Site': 'same-origin' }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/octet-stream' }),
      ...headers,
    },
    ...(json === undefined ? {} : { json }),
    ...(body === undefined ? {} : { body }),
  });
}
