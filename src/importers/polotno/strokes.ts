import type { TextElement } from '../../../generated/template.ts';
import type { PolotnoText } from '../../../generated/designs/polotno.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readCssColor } from '../css-paint.ts';

/** The outline of a text, with the keys of the element that depend on it. */
export function readStroke(
  { strokeWidth = 0, stroke: given = 'black' }: PolotnoText,
  { color: fill = '#000', opacity = 1, runs = [], shadow }: TextElement,
  name: string,
  builder: TemplateBuilder,
): Pick<TextElement, 'color' | 'opacity' | 'stroke'> {
  if (strokeWidth <= 0) return {};
  const color = readCssColor(given);
  if (color === null) {
    builder.lose(name, 'stroke', `"${given}" is no colour.`);
    return {};
  }
  const stroke = { color, width: rounded(strokeWidth) };
  const share = Number(opacity);
  const hasOther = shadow !== undefined || runs.some(({ color: own }) => own !== undefined);
  if (share >= 1 || typeof fill !== 'string' || hasOther) return { stroke };
  // The editor paints outline and letters each with the opacity: the outline shines through the letters.
  const [line, letters] = [color, fill].map((each) => readCssColor(each, share));
  if (line === undefined || line === null || letters === undefined || letters === null) return { stroke };
  return { color: letters, opacity: 1, stroke: { ...stroke, color: line } };
}
