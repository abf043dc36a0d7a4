import type { TemplateElement } from '../../../generated/template.ts';
import type { PolotnoFigure } from '../../../generated/designs/polotno.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readCssColor, readCssPaint } from '../css-paint.ts';
import type { CommonKeys } from './common-keys.ts';
import { readOutline } from './outlines.ts';

/** Converts a figure: a rect, an ellipse, or a path. */
export function convertFigure(
  figure: PolotnoFigure,
  common: CommonKeys,
  name: string,
  builder: TemplateBuilder,
): TemplateElement[] {
  const { subType = 'rect', fill: text = 'rgb(0, 161, 255)', cornerRadius = 0 } = figure;
  const fill = text === '' ? null : readCssPaint(text);
  if (fill === null && text !== '') builder.lose(name, 'fill', `"${text}" is no paint that can be read.`);
  const painted = { ...common, ...(fill !== null && { fill }), ...getStroke(figure, name, builder) };
  if (subType === 'circle' || subType === 'ellipse') return [{ type: 'ellipse', ...painted }];
  const outline = readOutline(subType);
  if (outline !== null) {
    if (!outline.isExact)
      builder.lose(name, 'subType', `The outline of "${subType}" is drawn after its name: details differ.`);
    return [{ type: 'path', ...painted, d: outline.d, viewBox: [0, 0, 100, 100] }];
  }
  if (subType !== 'rect') builder.lose(name, 'subType', `The figure "${subType}" becomes a rectangle.`);
  return [{ type: 'rect', ...painted, ...(cornerRadius > 0 && { cornerRadius: rounded(cornerRadius) }) }];
}

/** Figures have their stroke inside of their edge; dashes are multiples of its width. */
function getStroke(
  { stroke: text = '#0c0c0c', strokeWidth = 0, dash = [] }: PolotnoFigure,
  name: string,
  builder: TemplateBuilder,
): Pick<Extract<TemplateElement, { type: 'rect' }>, 'stroke'> {
  if (strokeWidth <= 0 || text === '') return {};
  const color = readCssColor(text);
  if (color === null) {
    builder.lose(name, 'stroke', `"${text}" is no colour.`);
    return {};
  }
  const pattern = dash.map((length) => Math.max(0, rounded(length * strokeWidth)));
  const width = rounded(strokeWidth);
  return { stroke: { color, width, align: 'inside', ...(pattern.length > 0 && { dash: pattern }) } };
}
