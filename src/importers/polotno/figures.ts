import type { TemplateElement } from '../../../generated/template.ts';
import type { PolotnoFigure } from '../../../generated/designs/polotno.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readCssColor, readCssPaint } from '../css-paint.ts';
import type { CommonKeys } from './common-keys.ts';

/** Outlines of figures, in a box of 100 × 100. */
const outlines: Readonly<Record<string, string>> = {
  triangle: 'M50 0 100 100H0Z',
  rightTriangle: 'M0 0 100 100H0Z',
  diamond: 'M50 0 100 50 50 100 0 50Z',
  pentagon: 'M50 0 100 38 81 100H19L0 38Z',
  hexagon: 'M25 0H75L100 50 75 100H25L0 50Z',
  octagon: 'M29 0H71L100 29V71L71 100H29L0 71V29Z',
  star: 'M50 0 61.8 38.2H100L69.1 61.8 80.9 100 50 76.4 19.1 100 30.9 61.8 0 38.2H38.2Z',
  cross: 'M33.3 0H66.7V33.3H100V66.7H66.7V100H33.3V66.7H0V33.3H33.3Z',
  rightArrow: 'M0 25H60V0L100 50 60 100V75H0Z',
  leftArrow: 'M100 25H40V0L0 50 40 100V75H100Z',
  upArrow: 'M25 100V40H0L50 0 100 40H75V100Z',
  downArrow: 'M25 0V60H0L50 100 100 60H75V0Z',
};

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
  const painted = { ...common, ...(fill !== null && { fill }), ...strokeOf(figure, name, builder) };
  if (subType === 'circle' || subType === 'ellipse') return [{ type: 'ellipse', ...painted }];
  const d = outlines[subType];
  if (d !== undefined) return [{ type: 'path', ...painted, d, viewBox: [0, 0, 100, 100] }];
  if (subType !== 'rect') builder.lose(name, 'subType', `The figure "${subType}" becomes a rectangle.`);
  return [{ type: 'rect', ...painted, ...(cornerRadius > 0 && { cornerRadius: rounded(cornerRadius) }) }];
}

/** Figures have their stroke inside of their edge; dashes are multiples of its width. */
function strokeOf(
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
