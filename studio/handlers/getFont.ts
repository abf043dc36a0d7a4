import * as fonts from '../../src/domain/authoring/font-files.ts';
import type { Handler } from './operation.ts';

export const getFont: Handler<'getFont'> = async ({ caller, path, query }, { authoring }) => {
  const { family, weight = 400, style = 'normal' } = query;
  return { file: await fonts.getFont(authoring, caller, path.templateId, { family, weight, style }) };
};
