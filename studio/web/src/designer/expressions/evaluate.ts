/** The present value of a text with expressions, as the service works it out. Loaded with the first one. */
import { parsePlaceholders } from '../../../../../src/render/bind/placeholders.ts';
import { textValue } from '../../../../../src/render/bind/values.ts';
import { ExpressionError } from '../../../../../src/render/expressions/expression-error.ts';
import { typesOf } from '../../../../../src/render/expressions/extra-names.ts';
import { localeOf } from '../../../../../src/render/expressions/locale.ts';
import { expressionsOf, textOf } from '../../../../../src/render/expressions/template-expressions.ts';
import type { Values } from '../model/example-values.ts';
import type { TemplateDocument } from '../model/template.ts';

/** What a text with expressions is at present, or why it is nothing. */
export interface LiveResult {
  readonly text: string;
  readonly isFault: boolean;
}

/**
 * Works out a text.
 *
 * @param numbers what is known beside the variables, such as the number of the page
 * @returns null for a text without expressions
 */
export function evaluateText(
  template: string,
  document: Pick<TemplateDocument, 'variables' | 'language' | 'locale'>,
  shown: Values,
  now = new Date(),
  numbers: Readonly<Record<string, number>> = {},
): LiveResult | null {
  const { variables = [] } = document;
  const values = new Map(
    variables.map(({ name, defaultValue = '' }) => {
      const given = shown[name] ?? '';
      return [name, given === '' ? defaultValue : given];
    }),
  );
  const extra = new Map(Object.entries(numbers).filter(([name]) => !values.has(name)));
  const has = (name: string) => values.has(name) || extra.has(name);
  const pieces = parsePlaceholders(template, { has });
  if (!pieces.some((piece) => 'expression' in piece)) return null;
  const expressions = expressionsOf(document);
  const evaluate = expressions.forValues(values, { locale: localeOf(document), now });
  const valueOf = (name: string) => String(extra.get(name) ?? textValue(values.get(name)));
  try {
    const texts = pieces.map((piece) => {
      if ('literal' in piece) return piece.literal;
      if ('variable' in piece) return valueOf(piece.variable);
      const compiled = expressions.within(typesOf(extra)).compile(piece.expression);
      if (!compiled.ok) throw new ExpressionError(compiled.problem.detail);
      return textOf(evaluate(piece.expression, extra));
    });
    return { text: texts.join(''), isFault: false };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, expression } = error;
    return { text: expression === '' ? message : `The expression ${message}.`, isFault: true };
  }
}
