import { signRenderFile } from '../src/domain/batches/find-result.ts';
import type { Handler } from './operation.ts';

export const getRenderFile: Handler<'getRenderFile'> = async ({ caller, path }, { results }) => {
  const { url, expiresAt } = await signRenderFile(results, caller, path.renderId);
  return { status: 200, headers: {}, body: { downloadUrl: url, expiresAt: expiresAt.toISOString() } };
};
