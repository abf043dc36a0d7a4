/** Elements as the designer adds them: in the middle of the page, of a size that suits it. */
import type { TemplateDocument, TemplateElement } from './template.ts';
import { roundLength, roundToGrid, type Box } from './placement.ts';
import { convertLength } from './amount.ts';
import { designerWords } from '../../words/designer/designer.ts';

export type NewElementType = Exclude<TemplateElement['type'], 'chart' | 'group' | 'image' | 'table'>;

/** A box of a size in the middle of the page. */
export function inCentre(boxWidth: number, boxHeight: number, document: TemplateDocument): Box {
  const { width, height } = document.viewport;
  const round = (length: number) => roundToGrid(length, document);
  return {
    x: round((width - boxWidth) / 2),
    y: round((height - boxHeight) / 2),
    width: round(boxWidth),
    height: round(boxHeight),
  };
}

/** A new element of a type. */
export function newElement(type: NewElementType, document: TemplateDocument): TemplateElement {
  const { width, height } = document.viewport;
  const side = Math.min(width, height);
  const round = (length: number) => roundToGrid(length, document);
  const centred = (boxWidth: number, boxHeight: number) => inCentre(boxWidth, boxHeight, document);
  const stroke = { color: '#1c2128', width: round(side / 150) || roundLength(side / 150) };
  const id = designerWords.elementNames[type];
  switch (type) {
    case 'text': {
      const fontSize = round(side / 12);
      const box = centred(width * 0.5, fontSize * 1.5);
      return { type, id, ...box, text: designerWords.newText, fontSize, color: '#1c2128' };
    }
    case 'rect':
      return { type, id, ...centred(side * 0.4, side * 0.3), fill: '#5288c2' };
    case 'ellipse':
      return { type, id, ...centred(side * 0.35, side * 0.35), fill: '#5288c2' };
    case 'line':
      // From the top left of its box to the bottom right.
      return { type, id, ...centred(width * 0.4, 0), stroke };
    case 'path':
      return {
        type,
        id,
        ...centred(side * 0.35, side * 0.35),
        d: 'M 50 5 L 61 38 L 96 38 L 68 59 L 79 92 L 50 72 L 21 92 L 32 59 L 4 38 L 39 38 Z',
        viewBox: [0, 0, 100, 100],
        fill: '#e0a92e',
      };
    case 'qrcode':
      return { type, id, ...centred(side * 0.3, side * 0.3), value: 'https://example.com' };
    case 'barcode':
      return { type, id, ...centred(side * 0.5, side * 0.2), value: '12345678', symbology: 'code128' };
  }
}

/**
 * An image of a file of the template: one pixel of it for each pixel of the output, but no larger than half
 * of the page.
 */
export function newImage(
  src: string,
  pixels: { readonly width: number; readonly height: number },
  document: TemplateDocument,
  at?: { readonly x: number; readonly y: number },
): TemplateElement {
  const { viewport, viewportUnit = 'px', viewportExportDpi = 96 } = document;
  const centre = at ?? { x: viewport.width / 2, y: viewport.height / 2 };
  const scale = Math.min(
    viewport.width / 2 / pixels.width,
    viewport.height / 2 / pixels.height,
    convertLength(96 / viewportExportDpi, 'px', viewportUnit),
  );
  const [width, height] = [roundLength(pixels.width * scale), roundLength(pixels.height * scale)];
  const name =
    src
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/u, '') ?? '';
  return {
    type: 'image',
    id: name === '' ? designerWords.elementNames.image : name,
    x: roundToGrid(centre.x - width / 2, document),
    y: roundToGrid(centre.y - height / 2, document),
    width,
    height,
    src,
  };
}
