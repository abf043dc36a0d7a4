import { shareRow } from '../../src/domain/shares/share-row.ts';
import { shareBody } from './mapping/share.ts';
import type { Handler } from './operation.ts';

export const shareJobItem: Handler<'shareJobItem'> = async (
  { caller, path, body, log },
  { storage, generate: { plans }, shares },
) => {
  const { jobId, rowIndex } = path;
  const { expiresInDays = null } = body;
  const row = { jobId, rowIndex, expiresInDays, caller: { ...caller, keyId: null }, log };
  return { status: 201, headers: {}, body: shareBody(await shareRow({ ...shares, storage, plans }, row)) };
};
