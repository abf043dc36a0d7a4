import { join } from 'node:path';
import { queryRows, type Database } from '../../../src/store/database.ts';
import { redPng } from '../../../test/helpers/authoring.ts';
import { addUrlKey } from '../../../test/helpers/image-urls.ts';
import { startOidcProvider } from '../../../test/helpers/oidc-provider.ts';
import { createCredentials } from '../../../test/helpers/studio-accounts.ts';
import { signIn } from '../../../test/helpers/studio.ts';
import { startLiveService, type LiveService } from '../../live-service.ts';
import { getIds } from '../dictionaries.ts';
import type { FuzzedContract, FuzzTarget } from '../target.ts';
import { addColor, addLogo, decodeOnce, uploadPicture } from './contents.ts';
import { specializeStudio } from './document.ts';
import {
  addPasskeys,
  addSecondFactors,
  addSessions,
  addSignInLinks,
  addSpareSessions,
  forgetAttempts,
  getCookie,
} from './sign-ins.ts';

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
