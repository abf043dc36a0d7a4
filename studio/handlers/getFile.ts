import * as files from '../../src/domain/authoring/files.ts';
import type { Handler } from './operation.ts';

export const getFile: Handler<'getFile'> = async ({ caller, path, query }, { authoring }) => {
  return { file: await files.getFile(authoring, caller, path.templateId, query) };
};
