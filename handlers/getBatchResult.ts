import { openResult, signResult } from '../src/domain/batch/result.ts';
import { archiveReply } from './archiveReply.ts';
import type { Handler } from './operation.ts';

export const getBatchResult: Handler<'getBatchResult'> = async (call, { results }) => {
  const { path, query, header, caller } = call;
  if (query.delivery === 'zip') {
    const asked = { range: header.Range, ifRange: header['If-Range'] };
    return archiveReply(await openResult(results, caller, path.jobId, asked));
  }
  const { url, expiresAt } = await signResult(results, caller, path.jobId);
  return { status: 200, headers: {}, body: { downloadUrl: url, expiresAt: expiresAt.toISOString() } };
};
