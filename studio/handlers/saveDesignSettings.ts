import * as design from '../../src/domain/authoring/design-settings.ts';
import { designSettingsBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const saveDesignSettings: Handler<'saveDesignSettings'> = async (
  { caller, path, header, body },
  { authoring },
) => {
  const save = { settings: body, ifMatch: header['If-Match'] };
  const { settings, etag } = await design.saveDesignSettings(authoring, caller, path.templateId, save);
  return { status: 200, headers: { ETag: etag }, body: designSettingsBody(settings) };
};
