import { deleteVisibleKey } from '../../src/domain/keys/keys.ts';
import type { Handler } from './operation.ts';

export const deleteKey: Handler<'deleteKey'> = async ({ caller, path }, { db }) => {
  await deleteVisibleKey(db, caller, path.keyId);
  return { status: 204, headers: {} };
};
