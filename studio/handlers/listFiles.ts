import * as files from '../../src/domain/authoring/files.ts';
import { fileBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const listFiles: Handler<'listFiles'> = async ({ caller, path }, { authoring }) => {
  const listed = await files.listFiles(authoring, caller, path.templateId);
  return { status: 200, headers: {}, body: { data: listed.map(fileBody) } };
};
