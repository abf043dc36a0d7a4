/** Objects that content refers to: forms, patterns and masks of opacity. */
import { deflateSync } from 'node:zlib';

import type { Canvas } from '@napi-rs/canvas';
import type { PDFRef } from 'pdf-lib';

import { multiply, type Matrix } from '../../geometry.ts';
import type { DrawingBudget } from '../../surface/drawing-budget.ts';
import { releaseCanvas } from '../../surface/layers.ts';
import type { CompressedImage } from '../../images/image-cache.ts';
import { ContentStream } from './content-stream.ts';
import type { FileResources } from './file-resources.ts';
import { PdfGradient, type PdfPattern } from './gradients.ts';
import { isBlackInk } from '../../inks/ink-color.ts';
import { componentsOf, findInkSpace } from '../../inks/ink-space.ts';
import { factor, num, nums } from './numbers.ts';

/** Farther from the origin than any page reaches, in points. */
export const FAR = 20_000;

/** What painting uses of a page. */
export interface PaintedPage {
  readonly file: FileResources;
  /** The compressed images, by the stand-ins that are drawn for them. */
  readonly pictures: ReadonlyMap<Canvas, CompressedImage>;
  readonly budget: DrawingBudget;
  /** Inks are drawn as inks: not on screens, nor where colours blend in sRGB. */
  readonly keepsInks: boolean;
}

/** A form, as a group that is drawn for itself. */
export interface FormSettings {
  readonly content: ContentStream;
  /** The content, one character per byte. */
  readonly written: string;
  /** Left, bottom, right, top. */
  readonly box: readonly number[];
  /** `mixed`: of inks if it has some, else of sRGB. */
  readonly colors: 'mixed' | 'rgb' | 'gray';
  /** Its object, if it is reserved. */
  readonly ref?: PDFRef;
}

/** Writes a form. */
export function writeForm(file: FileResources, { content, written, box, colors, ref }: FormSettings): PDFRef {
  const { context } = file;
  const hasInks = colors === 'mixed' && content.hasInks;
  const stream = context.stream(pack(written), {
    Filter: 'FlateDecode',
    Type: 'XObject',
    Subtype: 'Form',
    BBox: box.map((side) => Number(num(side))),
    ...(file.isFlat
      ? {}
      : {
          Group: context.obj({
            Type: 'Group',
            S: 'Transparency',
            CS: colors === 'gray' ? 'DeviceGray' : hasInks ? 'DeviceCMYK' : file.rgb,
            I: true,
          }),
        }),
  });
  file.addUser(stream.dict, content);
  const form = ref ?? context.nextRef();
  context.assign(form, stream);
  if (hasInks) file.addInkForm(form);
  return form;
}

/** The opacity of a gradient, multiplied by `alpha`, as a mask. */
export function writeOpacity(
  file: FileResources,
  gradient: PdfGradient,
  alpha: number,
  matrix: Matrix,
): PDFRef {
  const { context } = file;
  const shading = gradient.writeOpacity(context, alpha);
  const pattern = context.register(
    context.obj({ PatternType: 2, Shading: shading, Matrix: toArray(matrix) }),
  );
  const content = new ContentStream(null, null);
  const name = file.name(content, 'Pattern', pattern);
  content.paint(`/Pattern cs /${name} scn ${nums(-FAR, -FAR, 2 * FAR, 2 * FAR)} re f`);
  return writeForm(file, { content, written: content.end(), box: [-FAR, -FAR, FAR, FAR], colors: 'gray' });
}

/**
 * Writes a gradient without its opacity, or a picture that is repeated.
 *
 * @param matrix of the coordinates that it is in
 */
export function writePattern(
  file: FileResources,
  paint: PdfGradient | PdfPattern,
  matrix: Matrix,
  { pictures, budget, keepsInks }: Pick<PaintedPage, 'pictures' | 'budget' | 'keepsInks'>,
): PDFRef {
  const { context } = file;
  if (paint instanceof PdfGradient) {
    const shading = writeShading(file, paint, keepsInks);
    return context.register(context.obj({ PatternType: 2, Shading: shading, Matrix: toArray(matrix) }));
  }
  const picture = pictures.get(paint.image);
  const image = picture === undefined ? file.getPixels(paint.image, budget) : file.getImage(picture);
  // The file has its pixels, and each gradient has a canvas of its own: collections would come too late.
  if (picture === undefined) releaseCanvas(paint.image);
  const content = new ContentStream(null, null);
  const name = file.name(content, 'XObject', image);
  const { width, height } = paint.size;
  // Without a state of its own MuPDF applies the picture's opacity twice.
  const state = file.name(content, 'ExtGState', file.getCompositing(1, 'Normal'));
  content.paint(`q /${state} gs ${nums(width, 0, 0, -height, 0, height)} cm /${name} Do Q`);
  const stream = context.stream(pack(content.end()), {
    Filter: 'FlateDecode',
    PatternType: 1,
    PaintType: 1,
    TilingType: 1,
    BBox: [0, 0, width, height],
    XStep: width,
    YStep: height,
    Matrix: toArray(multiply(matrix, paint.matrix)),
  });
  file.addUser(stream.dict, content);
  return context.register(stream);
}

function writeShading(file: FileResources, gradient: PdfGradient, keepsInks: boolean): PDFRef {
  const { context, rgb, separator } = file;
  const inks = keepsInks ? gradient.findInks() : null;
  if (inks === null && separator !== null) return writeShading(file, gradient.separate(separator), true);
  if (inks === null) return gradient.writeColors(context, rgb);
  if (inks.every(isBlackInk))
    return gradient.writeInks(context, context.obj('DeviceGray'), ({ cmyk }) => [1 - cmyk[3]]);
  const space = findInkSpace(inks);
  return gradient.writeInks(context, file.getInkSpace(space), (each) => componentsOf(each, space));
}

function toArray({ a, b, c, d, e, f }: Matrix): number[] {
  return [a, b, c, d, e, f].map((value) => Number(factor(value)));
}

function pack(content: string): Uint8Array {
  return deflateSync(Buffer.from(content, 'latin1'));
}
