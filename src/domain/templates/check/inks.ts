import type { TemplateDocument } from '../../../../generated/template.ts';
import { isInkNotation } from '../../../common/colors/ink-colors.ts';
import { titleKeys } from '../../../common/placeholders/chart-titles.ts';
import { escapePointer } from '../../../common/text/json-text.ts';
import { readColor } from '../../../render/bind/colors.ts';
import { paletteOf, type PaletteSource } from '../../../render/bind/palette.ts';
import { quoteValue } from '../../variables/types.ts';
import { merge, problemAt, toFindings, type Findings, type TemplateProblem } from './problem.ts';

/** Checks that no two inks of a document have the same name. */
export function checkInks({ inks = [] }: Pick<TemplateDocument, 'inks'>): TemplateProblem[] {
  return inks.flatMap(({ name }, index) => {
    const first = inks.findIndex((ink) => ink.name === name);
    if (first === index) return [];
    const detail = `The ink ${quoteValue(name)} is declared already, by /inks/${first}: choose another name.`;
    return [{ pointer: `/inks/${index}/name`, detail }];
  });
}

/** Checks the colours in inks of a chart's specification: what Vega does not know it hands on. */
export function checkInksOfChart(
  node: unknown,
  pointer: string,
  document: PaletteSource,
  key = '',
): Findings {
  if (typeof node === 'string') {
    const read = !titleKeys.has(key) && isInkNotation(node) ? readColor(node, paletteOf(document)) : null;
    return read !== null && 'wrong' in read
      ? problemAt(pointer, `${quoteValue(node)} ${read.wrong}.`)
      : toFindings({});
  }
  if (typeof node !== 'object' || node === null || key === 'values' || key === 'datasets')
    return toFindings({});
  return merge(
    Object.entries(node).map(([inner, value]) =>
      checkInksOfChart(
        value,
        `${pointer}/${escapePointer(inner)}`,
        document,
        Array.isArray(node) ? key : inner,
      ),
    ),
  );
}
