import * as files from '../../src/domain/authoring/files.ts';
import { fileBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const uploadFile: Handler<'uploadFile'> = async ({ caller, path, query, body }, { authoring }) => {
  const upload = { path: query.path, bytes: body };
  const file = await files.uploadFile(authoring, caller, path.templateId, upload);
  const { font } = file;
  const notes = [...file.notes];
  return {
    status: 200,
    headers: {},
    body: {
      ...fileBody(file),
      notes,
      ...(font === null ? {} : { font: { ...font, weights: [...font.weights] } }),
    },
  };
};
