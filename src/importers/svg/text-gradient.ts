import type { Paint, TextElement } from '../../../generated/template.ts';
import { invert, multiply, elementTransform } from '../../render/geometry.ts';
import { readPaint, toTemplatePaint } from './paints.ts';
import type { Scope } from './scope.ts';
import type { Chunk } from './text-chunks.ts';
import { pointAt } from './transforms.ts';

/** The gradient of a text, across its box; null if it has none. */
export function textGradient(scope: Scope, { pieces }: Chunk, element: TextElement): Paint | null {
  const [piece] = pieces;
  const style = piece?.style;
  if (style === undefined || !(style.get('fill') ?? '').startsWith('url')) return null;
  const box = {
    x: Number(element.x),
    y: Number(element.y),
    width: Number(element.width),
    height: Number(element.height),
    rotation: Number(element.rotation ?? 0),
    flipX: element.flipX === true,
    flipY: element.flipY === true,
    skewX: element.skewX ?? 0,
    skewY: 0,
  };
  const toBox = invert(elementTransform(box));
  const toUser = invert(scope.matrix);
  if (toBox === null || toUser === null) return null;
  const corners = [
    [0, 0],
    [box.width, 0],
    [box.width, box.height],
    [0, box.height],
  ].map(([x = 0, y = 0]) => {
    const onPage = pointAt(elementTransform(box), x, y);
    const { x: userX, y: userY } = pointAt(toUser, onPage.x, onPage.y);
    return `${userX} ${userY}`;
  });
  const paint = readPaint(scope, style, 'fill', `M${corners.join('L')}Z`);
  if (paint.type !== 'ink') return null;
  const fitted = toTemplatePaint(paint.ink, multiply(toBox, scope.matrix), box);
  if (fitted === null) scope.lose('fill', 'The text has a gradient that the template does not have.');
  return fitted;
}
