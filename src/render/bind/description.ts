import type { TemplateDocument } from '../../../generated/template.ts';
import { VariableError } from '../errors.ts';
import { descriptionKeys } from '../../common/placeholders/placeholders.ts';
import type { DescriptionKey, FileDescription } from '../scene/scene.ts';
import { namingExpressions } from './bind-elements.ts';
import type { VariableValues } from './variable-values.ts';

/** UTF-16 code units of a title and the like with their values: more is no title. */
export const MAX_DESCRIPTION_CHARACTERS = 2_000;

/** Characters that XML and viewers cannot show in a line, with the spaces around them. */
const BREAKS = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]+/gu;

/**
 * Fills what a document says of its files. Line ends and control characters become spaces.
 *
 * @throws VariableError for a text that is too long, and for an expression that fails
 */
export function bindDescription(document: TemplateDocument, variables: VariableValues): FileDescription {
  const texts = descriptionKeys.map((key) => [key, bindText(key, document[key] ?? '', variables)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function bindText(key: DescriptionKey, template: string, variables: VariableValues): string {
  const filled = namingExpressions(`"${key}" of the document`, () => variables.text(template));
  const text = filled.toWellFormed().replaceAll(BREAKS, ' ').trim();
  if (text.length <= MAX_DESCRIPTION_CHARACTERS) return text;
  const [count, max] = [text.length, MAX_DESCRIPTION_CHARACTERS].map((number) => number.toLocaleString('en'));
  throw new VariableError(
    variables.names.findUsed(template)[0] ?? null,
    `With its values, "${key}" of the document has ${count} characters; it may have ${max}.`,
  );
}
