import * as files from '../../src/domain/authoring/files.ts';
import type { Handler } from './operation.ts';

export const deleteFile: Handler<'deleteFile'> = async ({ caller, path, query }, { authoring }) => {
  await files.deleteFile(authoring, caller, path.templateId, query.path);
  return { status: 204, headers: {} };
};
