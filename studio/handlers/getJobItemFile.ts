import { openRowFile } from '../../src/domain/batches/row-file.ts';
import type { Handler } from './operation.ts';

export const getJobItemFile: Handler<'getJobItemFile'> = async ({ caller, path, query }, { results }) => {
  const { jobId, rowIndex } = path;
  return { file: await openRowFile(results, caller, { jobId, rowIndex, isSaved: query.save ?? true }) };
};
