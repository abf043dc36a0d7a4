import * as files from '../../src/domain/library/files.ts';
import type { Handler } from './operation.ts';

export const getLibraryFile: Handler<'getLibraryFile'> = async ({ caller, path, query }, { authoring }) => {
  return { file: await files.getLibraryFile(authoring, caller, path.libraryItemId, query.path) };
};
