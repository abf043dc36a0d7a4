/** How the texts of rows look. */
import { writeColor } from '../../inks/ink-color.ts';
import type { TableBody, TextElement } from '../../../../generated/template.ts';
import { numberRanges, wordChoices } from '../number-ranges.ts';
import type { VariableValues } from '../variable-values.ts';

/** The style of the texts of a row. */
export type TextStyle = Omit<TableBody, 'fill' | 'padding'>;

/** A style whose placeholders have their values. */
export type FilledStyle = Omit<TextStyle, 'fontWeight' | 'fontStyle' | 'decoration'> &
  Pick<TextElement, 'fontWeight' | 'fontStyle' | 'decoration'>;

/**
 * Fills the placeholders of a style.
 *
 * @throws ExpressionError, VariableError for a value that a key does not accept
 */
export function fillStyle(
  { color, fontSize, fontWeight, fontStyle, decoration, ...others }: TextStyle,
  variables: VariableValues,
): FilledStyle {
  return {
    ...others,
    ...(color === undefined ? {} : { color: fillPaint(color, variables) }),
    ...(fontSize === undefined ? {} : { fontSize: variables.number(fontSize, numberRanges.fontSize) }),
    ...(fontWeight === undefined
      ? {}
      : { fontWeight: variables.number(fontWeight, numberRanges.fontWeight) }),
    ...(fontStyle === undefined ? {} : { fontStyle: variables.word(fontStyle, wordChoices.fontStyle) }),
    ...(decoration === undefined ? {} : { decoration: variables.word(decoration, wordChoices.decoration) }),
  };
}

function fillPaint(paint: NonNullable<TextStyle['color']>, { color }: VariableValues): typeof paint {
  const fill = (text: string): string => writeColor(color(text));
  if (typeof paint === 'string') return fill(paint);
  return { ...paint, stops: paint.stops.map((stop) => ({ ...stop, color: fill(stop.color) })) };
}

/** Whether a part of a style, such as a colour, differs from row to row. */
export function namesEntry(value: unknown, variables: VariableValues, names: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return variables.names.isAnyUsed(value, names);
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((inner) => namesEntry(inner, variables, names))
  );
}
