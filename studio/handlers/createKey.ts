import { createOwnKey } from '../../src/domain/keys/keys.ts';
import { keyBody } from './mapping/key.ts';
import type { Handler } from './operation.ts';

export const createKey: Handler<'createKey'> = async ({ caller, body }, { keys }) => {
  const { name, expiresInDays, mayAuthor = false } = body;
  const { key, apiKey } = await createOwnKey(keys, caller, { name, expiresInDays, mayAuthor });
  return { status: 201, headers: {}, body: { key: keyBody(key), apiKey } };
};
