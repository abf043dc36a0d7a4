import { readKeys } from '../../src/domain/keys/keys.ts';
import { keyBody } from './mapping/key.ts';
import type { Handler } from './operation.ts';

export const listKeys: Handler<'listKeys'> = async ({ caller }, parts) => {
  const { keys, maxKeys } = await readKeys(parts.keys, caller);
  return { status: 200, headers: {}, body: { data: keys.map(keyBody), maxKeys } };
};
