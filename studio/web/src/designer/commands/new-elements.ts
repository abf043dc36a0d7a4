/** Elements as the designer adds them: in the middle of the page, of a size that suits it. */
import type { TemplateDocument, TemplateElement } from '../../../../../generated/template.ts';
import { roundLength } from '../model/placement.ts';
import { designerWords } from '../../words/designer/designer.ts';

export type NewElementType = Exclude<TemplateElement['type'], 'group' | 'image'>;

/** A new element of a type. */
export function newElement(type: NewElementType, { viewport }: TemplateDocument): TemplateElement {
  const { width, height } = viewport;
  const side = Math.min(width, height);
  const centred = (boxWidth: number, boxHeight: number) => ({
    x: roundLength((width - boxWidth) / 2),
    y: roundLength((height - boxHeight) / 2),
    width: roundLength(boxWidth),
    height: roundLength(boxHeight),
  });
  const stroke = { color: '#1c2128', width: roundLength(side / 150) };
  const id = designerWords.elementNames[type];
  switch (type) {
    case 'text': {
      const fontSize = roundLength(side / 12);
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
        ...{ type, id, ...centred(side * 0.35, side * 0.35) },
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

/** An image of a file of the template, as large as half of the page allows. */
export function newImage(
  src: string,
  pixels: { readonly width: number; readonly height: number },
  { viewport }: TemplateDocument,
  at: { readonly x: number; readonly y: number } = { x: viewport.width / 2, y: viewport.height / 2 },
): TemplateElement {
  const scale = Math.min(viewport.width / 2 / pixels.width, viewport.height / 2 / pixels.height);
  const [width, height] = [roundLength(pixels.width * scale), roundLength(pixels.height * scale)];
  const name =
    src
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/u, '') ?? '';
  return {
    ...{ type: 'image', id: name === '' ? designerWords.elementNames.image : name },
    x: roundLength(at.x - width / 2),
    y: roundLength(at.y - height / 2),
    ...{ width, height, src },
  };
}
