import type { TemplateElement, TextElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import { readText } from './names.ts';
import { areaOfPath, readOutline, transformPath } from './outlines.ts';
import type { SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import type { Style } from './styles.ts';
import { runStyle, textStyle } from './text-styles.ts';
import { meanScale } from './transforms.ts';
import { lookUp } from '../look-up.ts';

/** Converts a text of older versions of Inkscape that flows in a shape. Browsers do not draw it. */
export function convertFlow(scope: Scope, node: SvgNode, style: Style): TemplateElement[] {
  const region = node.children.find(({ name }) => name === 'flowRegion')?.children[0];
  const paragraphs = node.children.filter(({ name }) => name === 'flowPara' || name === 'flowDiv');
  const text = paragraphs.map((paragraph) => readText(paragraph).replaceAll(/\s+/gu, ' ').trim()).join('\n');
  if (region === undefined || text.trim() === '' || !scope.design.builder.hasRoom(scope.name)) return [];
  let d: string | undefined;
  try {
    d = readOutline(region, scope.design.styles, style, scope.viewport)?.d;
  } catch {
    scope.lose('flowRegion', 'Its shape cannot be read.');
  }
  if (d === undefined) return [];
  const area = areaOfPath(transformPath(d, scope.matrix));
  const first = scope.design.styles.of(paragraphs[0] ?? node, style);
  const scale = meanScale(scope.matrix);
  const piece = { text, style: first, decoration: 'none' as const, raised: 0 };
  const align = lookUp({ center: 'center', end: 'right', justify: 'justify' }, style.get('text-align') ?? '');
  const element: TextElement = {
    type: 'text',
    id: scope.design.builder.names.idFor(scope.name, 'text'),
    text,
    x: rounded(area.x),
    y: rounded(area.y),
    width: Math.max(0.001, rounded(area.width)),
    height: Math.max(0.001, rounded(area.height)),
    lineHeight: 1.25,
    overflow: 'visible',
    ...runStyle(scope, piece, scale),
    ...textStyle(scope, first),
    align: align ?? 'left',
  };
  scope.design.builder.proposeText(element, { name: scope.name, from: scope.name });
  return [element];
}
