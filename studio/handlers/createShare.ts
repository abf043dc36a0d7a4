import { keptOutside, renamePointers } from '../../src/domain/problems/rename-pointers.ts';
import { publishImage } from '../../src/domain/shares/publish.ts';
import type { Handler } from './operation.ts';
import { withFileOptions } from './mapping/file-options.ts';
import { shareBody } from './mapping/share.ts';

export const createShare: Handler<'createShare'> = async (call, { generate: parts, shares }) => {
  const { path, body, caller, requestId, signal, log } = call;
  const { values: variables = {}, format = 'png', expiresInDays = null } = body;
  const published = await publishImage(
    { ...parts, ...shares },
    {
      templateId: path.templateId,
      variables,
      format,
      options: withFileOptions(body),
      expiresInDays,
      caller: { ...caller, keyId: null },
      source: 'DESIGNER',
      requestId,
      signal,
      log,
    },
  ).catch((error: unknown) => {
    throw renamePointers(error, { '/variables': '/values', ...keptOutside });
  });
  return { status: 201, headers: {}, body: shareBody(published.delivered) };
};
