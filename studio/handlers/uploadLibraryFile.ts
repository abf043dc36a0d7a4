import * as files from '../../src/domain/library/files.ts';
import { libraryFileBody } from './mapping/library.ts';
import type { Handler } from './operation.ts';

export const uploadLibraryFile: Handler<'uploadLibraryFile'> = async (
  { caller, query, body },
  { authoring },
) => {
  const file = await files.uploadLibraryFile(authoring, caller, { path: query.path, bytes: body });
  const { font } = file;
  return {
    status: 200,
    headers: {},
    body: {
      ...libraryFileBody(file),
      notes: [...file.notes],
      ...(font === null ? {} : { font: { ...font, weights: [...font.weights] } }),
    },
  };
};
