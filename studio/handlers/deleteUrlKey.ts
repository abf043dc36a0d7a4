import { deleteVisibleUrlKey } from '../../src/domain/image-urls/own-keys.ts';
import type { Handler } from './operation.ts';

export const deleteUrlKey: Handler<'deleteUrlKey'> = async ({ caller, path }, { db }) => {
  await deleteVisibleUrlKey({ db }, caller, path.urlKeyId);
  return { status: 204, headers: {} };
};
