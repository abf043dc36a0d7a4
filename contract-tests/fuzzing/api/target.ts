import { join } from 'node:path';
import { downConvert } from '../../../scripts/openapi-3.0/down-convert.ts';
import { startLiveService, type LiveService } from '../../live-service.ts';
import { getIds } from '../dictionaries.ts';
import type { FuzzedContract, FuzzTarget } from '../target.ts';
import { specializeContract } from './document.ts';

/** The public API's contract. */
export const publicApi: FuzzedContract = {
  file: 'openapi.json',
  unreachable: {
    413: 'no case has a body of 10 MiB',
    429: 'rate limits are off, the quota is ample, and submissions wait for a free place',
    500: 'takes a fault of the service',
    502: 'takes a fault of storage, a renderer or the origin of a picture',
    503: 'takes a fault of storage or of every renderer',
  },
  start: async () =>
    // So few links that the limit is reached.
    await getTarget(await startLiveService({ activeShareLinks: 14 })),
};

/** The public API's contract in its 3.0 form. */
export const olderForm: FuzzedContract = {
  ...publicApi,
  file: 'openapi-3.0.json',
  start: async () => {
    const target = await publicApi.start();
    return { ...target, document: await downConvert(target.document as Record<string, unknown>) };
  },
};

/** The public API of a running service. */
export async function getTarget(service: LiveService): Promise<FuzzTarget> {
  const { origin, apiKey, otherKeys } = service;
  return {
    origin,
    document: await specializeContract(service),
    users: Object.fromEntries(
      Object.entries({ owner: apiKey, ...otherKeys }).map(([name, key]) => [name, { 'X-Api-Key': key }]),
    ),
    dictionaries: getDictionaries(service),
    settings: join(import.meta.dirname, 'schemathesis.toml'),
    hooks: join(import.meta.dirname, 'hooks.py'),
    environment: {
      PLATEN_ORIGIN: origin,
      PLATEN_API_KEY: apiKey,
      PLATEN_COLLEAGUE_KEY: otherKeys.colleague,
      PLATEN_URL_SECRET: service.urlKey.secret,
    },
    close: () => service.close(),
  };
}

function getDictionaries(service: LiveService): FuzzTarget['dictionaries'] {
  const { spare, ...others } = service.jobs.renders;
  return {
    ...getIds(service),
    renders: {
      at: 'path.renderId',
      values: [...spare, ...Object.values(others), service.jobs.completed],
      probability: 0.6,
    },
    ranges: {
      at: 'header.Range',
      values: ['bytes=0-9', 'bytes=10-', 'bytes=-20', 'bytes=9999999-', 'bytes=0-0,5-9', 'bytes=-0'],
      probability: 0.7,
    },
    keys: { at: 'header.Idempotency-Key', values: ['first', 'second', 'third'], probability: 0.3 },
  };
}
