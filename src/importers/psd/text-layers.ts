/** Text layers with their effects. */
import type { Layer, LayerTextData } from 'ag-psd';
import type { Paint, TemplateElement, TextElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import { readCommon, readFillOpacity, type PsdContext } from './context.ts';
import { readEffects } from './effects.ts';
import { fitText } from './fit-text.ts';
import { fade } from './paints.ts';
import { convertText, textStretch } from './texts.ts';

/** Converts a text layer; each of its pieces may become a variable. */
export function convertTextLayer(
  layer: Layer,
  text: LayerTextData,
  name: string,
  context: PsdContext,
): TemplateElement[] {
  const { builder, globalAngle } = context;
  const element: TextElement = {
    ...fitText(convertText(layer, text, name, builder), layer, text, name, context),
    ...readCommon(layer, name, 'text', builder),
  };
  const stretch = textStretch(text);
  const natural = stretch === 1 || text.shapeType === 'box' ? null : context.measure.measure(element);
  if (natural !== null) {
    const width = natural.width * stretch;
    builder.fitStandIn(element, { lines: natural.lines, width, isNatural: true }, name, context.measure);
  }
  const { outer, overlay, stroke } = readEffects(layer, name, builder, {
    outline: false,
    stroke: true,
    globalAngle,
  });
  const fillOpacity = readFillOpacity(layer);
  for (const piece of [element, ...(element.runs ?? [])]) {
    if (piece.color !== undefined) piece.color = fade(piece.color, fillOpacity);
    if (overlay === null) continue;
    if (piece === element) piece.color = overlay;
    else delete piece.color;
  }
  if (stroke !== null) {
    const { color = '#000', width = 1, align } = stroke;
    if (align === 'inside')
      builder.lose(name, 'stroke effect', 'The stroke of a text is not inside of its letters.');
    // The fill covers the inner half.
    element.stroke = { color: firstColor(color), width: rounded(align === 'outside' ? width * 2 : width) };
    if (typeof color !== 'string')
      builder.lose(name, 'stroke effect', 'The stroke of a text has one colour.');
  }
  const [shadow] = outer;
  if (shadow !== undefined) element.shadow = shadow;
  for (const piece of element.runs ?? [element]) builder.proposeText(piece, { name, from: name });
  return [element];
}

function firstColor(paint: Paint): string {
  return typeof paint === 'string' ? paint : (paint.stops[0]?.color ?? '#000');
}
