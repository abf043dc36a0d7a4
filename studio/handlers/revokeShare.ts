import { revokeShare as revoke } from '../../src/domain/shares/links.ts';
import type { Handler } from './operation.ts';

export const revokeShare: Handler<'revokeShare'> = async ({ caller, path }, { db, storage }) => {
  await revoke({ db, storage }, caller, path.shareId);
  return { status: 204, headers: {} };
};
