import { findResultFile, signResult } from '../src/domain/batches/find-result.ts';
import type { Handler } from './operation.ts';

export const getBatchResult: Handler<'getBatchResult'> = async (call, { results }) => {
  const { path, query, caller } = call;
  const { delivery } = query;
  if (delivery === 'zip' || delivery === 'pdf') {
    return { file: await findResultFile(results, caller, path.jobId, delivery) };
  }
  const { url, expiresAt } = await signResult(results, caller, path.jobId);
  return { status: 200, headers: {}, body: { downloadUrl: url, expiresAt: expiresAt.toISOString() } };
};
