/** Reads the operators of a page into its contents. */
import { multiply, type Bounds, type Matrix } from '../../render/geometry.ts';
import { writeContent, type Content } from './content.ts';
import type { OperatorList } from './document.ts';
import { drawPath, drawSquare, fillShading } from './draw-paths.ts';
import {
  drawParts,
  drawPicture,
  drawStencil,
  repeated,
  type GivenPicture,
  type PicturePart,
} from './draw-pictures.ts';
import { showText } from './draw-texts.ts';
import type { Glyph } from './fonts.ts';
import { beginForm, beginGroup, endForm, endGroup, type Group } from './groups.ts';
import { joinParagraphs, writeText } from './paragraphs.ts';
import type { PdfPicture } from './pictures.ts';
import { startReading, type Reading } from './reading.ts';
import { setFont, setGraphicsState, setPattern, stateOperators } from './state-operators.ts';
import { toMatrix } from './state.ts';

/** The most operators that are read, those that patterns and glyphs repeat included. */
const maxOperators = 500_000;

/** Reads a page as markup of SVG in points. */
export async function readPage(
  list: OperatorList,
  parts: Pick<Reading, 'document' | 'find' | 'builder' | 'fonts'>,
  page: { readonly bounds: Bounds; readonly matrix: Matrix },
): Promise<string> {
  let left = maxOperators;
  const run = async ({ fnArray, argsArray }: OperatorList): Promise<void> => {
    for (const [at, number] of fnArray.entries()) {
      left -= 1;
      if (left < 0) {
        parts.builder.lose('', 'operators', `A page is read up to ${maxOperators} operators.`);
        return;
      }
      await apply(reading, parts.document.operators.get(number) ?? '', argsArray[at] ?? []);
    }
  };
  const reading = startReading({ ...parts, run }, page);
  await run(list);
  while (reading.groups.length > 0) endGroup(reading, writeWith(reading));
  parts.fonts.addFiles(parts.builder);
  const markup = writeWith(reading)(reading.content);
  return `<defs>${reading.definitions.markup}</defs>${markup}`;
}

function writeWith({ definitions, fonts }: Reading): (content: Content) => string {
  return ({ items }) => writeContent(joinParagraphs(items), definitions, (text) => writeText(text, fonts));
}

/** What changes the state happens in layers that are hidden, too. */
async function apply(reading: Reading, name: string, args: readonly unknown[]): Promise<void> {
  const { document, shown } = reading;
  const change = Object.hasOwn(stateOperators, name) ? stateOperators[name] : undefined;
  if (change !== undefined) {
    change(reading, args);
    return;
  }
  const isShown = shown.every(Boolean);
  const [first, second] = args;
  switch (name) {
    case 'beginMarkedContent':
    case 'beginMarkedContentProps':
      shown.push(first !== 'OC' || second == null || document.isLayerVisible(second));
      return;
    case 'endMarkedContent':
      shown.pop();
      return;
    case 'setGState':
      await setGraphicsState(reading, first as readonly (readonly [string, unknown])[]);
      return;
    case 'setFont':
      await setFont(reading, args);
      return;
    case 'setFillColorN':
    case 'setStrokeColorN':
      await setPattern(reading, name === 'setFillColorN' ? 'fill' : 'stroke', args, writeWith(reading));
      return;
    case 'constructPath':
      drawPath(reading, args, isShown);
      return;
    case 'showText':
      await showText(reading, first as readonly (Glyph | number)[], isShown);
      return;
    case 'paintFormXObjectBegin':
      beginForm(reading, first, second);
      return;
    case 'paintFormXObjectEnd':
      endForm(reading);
      return;
    case 'beginGroup':
      beginGroup(reading, first as Group);
      return;
    case 'endGroup':
      endGroup(reading, writeWith(reading));
      return;
    case 'beginAnnotation':
      beginForm(reading, null, first == null ? null : args[1]);
      reading.state.matrix = multiply(
        multiply(reading.state.matrix, toMatrix(args[2] as number[])),
        toMatrix(args[3] as number[]),
      );
      return;
    case 'endAnnotation':
      endForm(reading);
      return;
    default:
      if (isShown) await paint(reading, name, args);
  }
}

async function paint(reading: Reading, name: string, args: readonly unknown[]): Promise<void> {
  const { matrix } = reading.state;
  const [first, ...rest] = args;
  switch (name) {
    case 'shadingFill':
      await fillShading(reading, String(first));
      return;
    case 'paintImageXObject':
    case 'paintInlineImageXObject':
      await drawPicture(reading, first as GivenPicture, [matrix]);
      return;
    case 'paintImageXObjectRepeat':
      await drawPicture(reading, first as GivenPicture, repeated(reading, [rest[0], 0, 0, rest[1]], rest[2]));
      return;
    case 'paintInlineImageXObjectGroup':
      await drawParts(reading, first as PdfPicture, rest[0] as readonly PicturePart[]);
      return;
    case 'paintImageMaskXObject':
      await drawStencil(reading, first as PdfPicture, [matrix]);
      return;
    case 'paintImageMaskXObjectRepeat': {
      const [scaleX, skewX, skewY, scaleY, positions] = rest;
      const places = repeated(reading, [scaleX, skewX, skewY, scaleY], positions);
      await drawStencil(reading, first as PdfPicture, places);
      return;
    }
    case 'paintImageMaskXObjectGroup':
      for (const each of first as readonly (PdfPicture & { transform: number[] })[])
        await drawStencil(reading, each, [multiply(matrix, toMatrix(each.transform))]);
      return;
    case 'paintSolidColorImageMask':
      drawSquare(reading);
      return;
    default:
  }
}
