import { findResultFile, signResult } from '../src/domain/batches/find-result.ts';
import type { Handler } from './operation.ts';

export const getBatchResult: Handler<'getBatchResult'> = async (call, { results }) => {
  const { path, query, caller } = call;
  if (query.delivery === 'zip') return { file: await findResultFile(results, caller, path.jobId) };
  const { url, expiresAt } = await signResult(results, caller, path.jobId);
  return { status: 200, headers: {}, body: { downloadUrl: url, expiresAt: expiresAt.toISOString() } };
};
