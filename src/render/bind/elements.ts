import type { TemplateElement } from '../../../generated/template.ts';
import type { CornerRadii, SceneElement, Stroke } from '../scene.ts';
import { bindPaint } from './colors.ts';
import { bindBase, type BindContext } from './context.ts';
import { bindText } from './text.ts';
import type { ValueReader } from './value-reader.ts';

/** An element of the template as one of the scene; null where nothing of it is drawn: invisible, or an empty code or text. */
export function bindElement(element: TemplateElement, context: BindContext): SceneElement | null {
  const { px, reader, sources, bindAll } = context;
  if (!reader.visible(element.visible)) return null;
  const base = bindBase(element, context);
  const paint = (given: Parameters<typeof bindPaint>[0] | undefined) =>
    given === undefined ? null : bindPaint(given, reader.color);

  switch (element.type) {
    case 'text':
      return bindText(element, base, context);
    case 'image': {
      const {
        grayscale = 0,
        sepia = 0,
        saturate = 1,
        brightness = 1,
        contrast = 1,
        blur = 0,
      } = element.filters ?? {};
      const { position = {} } = element;
      return {
        ...base,
        type: 'image',
        asset: sources.addImage(element.src),
        fit: element.fit ?? 'cover',
        position: position === 'attention' ? position : { x: position.x ?? 0.5, y: position.y ?? 0.5 },
        cornerRadius: bindRadii(element.cornerRadius, px),
        filters: { grayscale, sepia, saturate, brightness, contrast, blur: px(blur) },
      };
    }
    case 'rect':
      return {
        ...base,
        type: 'rect',
        fill: paint(element.fill),
        stroke: bindStroke(element.stroke, context),
        cornerRadius: bindRadii(element.cornerRadius, px),
      };
    case 'ellipse':
      return {
        ...base,
        type: 'ellipse',
        fill: paint(element.fill),
        stroke: bindStroke(element.stroke, context),
      };
    case 'line':
      return {
        ...base,
        type: 'line',
        stroke: bindStroke(element.stroke, context),
        cap: element.cap ?? 'butt',
      };
    case 'path':
      return {
        ...base,
        type: 'path',
        d: element.d,
        viewBox: bindViewBox(element.viewBox, element),
        fill: paint(element.fill),
        stroke: bindStroke(element.stroke, context),
        fillRule: element.fillRule ?? 'nonzero',
      };
    case 'qrcode': {
      const value = reader.text(element.value);
      if (value === '') return null;
      const { errorCorrection = 'M', margin = 4 } = element;
      return { ...base, type: 'qrcode', value, errorCorrection, margin, ...codeColors(element, reader) };
    }
    case 'barcode': {
      const value = reader.text(element.value);
      if (value === '') return null;
      const { symbology, showText = true } = element;
      return { ...base, type: 'barcode', value, symbology, showText, ...codeColors(element, reader) };
    }
    case 'group':
      return {
        ...base,
        type: 'group',
        elements: bindAll(element.elements),
        clip: element.clip ?? 'none',
        cornerRadius: bindRadii(element.cornerRadius, px),
      };
  }
}

function bindStroke(
  stroke: { color?: string; width?: number; dash?: number[] } | undefined,
  { px, reader }: BindContext,
): Stroke | null {
  if (stroke === undefined || stroke.width === 0) return null;
  const { color = '#000', width = 1, dash = [] } = stroke;
  return { color: reader.color(color), width: px(width), dash: dash.map(px) };
}

function bindRadii(radius: number | readonly number[] | undefined, px: BindContext['px']): CornerRadii {
  const given = radius ?? 0;
  const [topLeft = 0, topRight = 0, bottomRight = 0, bottomLeft = 0] =
    typeof given === 'number' ? [given, given, given, given] : given;
  return [px(topLeft), px(topRight), px(bottomRight), px(bottomLeft)];
}

/** Without a view box, path data are in the template's unit from the corner of the box. */
function bindViewBox(
  viewBox: readonly number[] | undefined,
  box: { readonly width: number; readonly height: number },
): [number, number, number, number] {
  const [x = 0, y = 0, width = box.width, height = box.height] = viewBox ?? [];
  return [x, y, width, height];
}

function codeColors(element: { color?: string; background?: string }, reader: ValueReader) {
  const { color = '#000', background } = element;
  return {
    color: reader.color(color),
    background: background === undefined ? null : reader.color(background),
  };
}
