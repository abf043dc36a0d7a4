import * as design from '../../src/domain/authoring/design-settings.ts';
import { designSettingsBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const getDesignSettings: Handler<'getDesignSettings'> = async ({ caller, path }, { authoring }) => {
  const { settings, etag } = await design.getDesignSettings(authoring, caller, path.templateId);
  return { status: 200, headers: { ETag: etag }, body: designSettingsBody(settings) };
};
