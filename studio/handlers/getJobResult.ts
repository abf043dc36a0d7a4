import { signResult } from '../../src/domain/batches/find-result.ts';
import type { Handler } from './operation.ts';

export const getJobResult: Handler<'getJobResult'> = async ({ caller, path }, { results }) => {
  const { url, expiresAt } = await signResult(results, caller, path.jobId);
  return { status: 200, headers: {}, body: { downloadUrl: url, expiresAt: expiresAt.toISOString() } };
};
