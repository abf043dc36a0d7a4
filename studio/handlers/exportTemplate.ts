import { exportTemplate as pack } from '../../src/domain/authoring/export.ts';
import type { Handler } from './operation.ts';

export const exportTemplate: Handler<'exportTemplate'> = async ({ caller, path }, { authoring }) => {
  const { name, zip } = await pack(authoring, caller, path.templateId);
  return {
    status: 200,
    headers: {},
    mediaType: 'application/zip',
    bytes: zip,
    saveAs: { name, extension: 'zip' },
  };
};
