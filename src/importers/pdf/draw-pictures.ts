/** Operators that show pictures and stencils. */
import { multiply, transformBounds, type Matrix } from '../../render/geometry.ts';
import { num, tag, writeTransform } from '../../render/svg/markup.ts';
import { cutPicture, readPicture, readStencil, type PdfPicture } from './pictures.ts';
import { nextName, type Reading } from './reading.ts';
import { toMatrix } from './state.ts';

/** A picture, or the id by which pdf.js has it. */
export type GivenPicture = string | PdfPicture;

const unit = { left: 0, top: 0, right: 1, bottom: 1 };

/** Shows a picture in the unit squares of matrices. */
export async function drawPicture(
  reading: Reading,
  given: GivenPicture,
  matrices: readonly Matrix[],
): Promise<void> {
  const picture = await findPicture(reading, given);
  const name = nextName(reading, 'Picture');
  const bytes = picture === null ? null : await readPicture(picture);
  if (bytes === null) {
    reading.builder.lose(name, 'XObject', 'The picture is damaged, or too large.');
    return;
  }
  for (const matrix of matrices) place(reading, name, bytes, matrix);
}

/** Shows the parts of a picture that pdf.js has put together. */
export async function drawParts(
  reading: Reading,
  sheet: PdfPicture,
  parts: readonly PicturePart[],
): Promise<void> {
  for (const { transform, x, y, w, h } of parts) {
    const matrix = multiply(reading.state.matrix, toMatrix(transform));
    await drawPicture(reading, cutPicture(sheet, { x, y, width: w, height: h }), [matrix]);
  }
}

/** A part of a sheet of pictures, as pdf.js describes it. */
export interface PicturePart {
  readonly transform: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Fills the shape of a stencil with the colour of fills. */
export async function drawStencil(
  reading: Reading,
  given: PdfPicture & { readonly data?: unknown },
  matrices: readonly Matrix[],
): Promise<void> {
  const { state, builder } = reading;
  const stencil = typeof given.data === 'string' ? await findPicture(reading, given.data) : given;
  const name = nextName(reading, 'Picture');
  if (state.fill === 'none') return;
  const isPlain = state.fill.startsWith('#');
  if (!isPlain) builder.lose(name, 'ImageMask', 'A stencil has one colour.');
  const bytes = stencil === null ? null : await readStencil(stencil, isPlain ? state.fill : '#000000');
  if (bytes === null) {
    builder.lose(name, 'ImageMask', 'The picture is damaged, or too large.');
    return;
  }
  for (const matrix of matrices) place(reading, name, bytes, matrix);
}

/** The places of a picture that pdf.js has found to be repeated. */
export function repeated(
  { state }: Reading,
  [a, b, c, d]: readonly [unknown, unknown, unknown, unknown],
  positions: unknown,
): Matrix[] {
  const numbers = Array.from(positions as ArrayLike<number>);
  const matrices: Matrix[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2)
    matrices.push(
      multiply(state.matrix, {
        a: Number(a),
        b: Number(b),
        c: Number(c),
        d: Number(d),
        e: numbers[at] ?? 0,
        f: numbers[at + 1] ?? 0,
      }),
    );
  return matrices;
}

async function findPicture(reading: Reading, given: GivenPicture): Promise<PdfPicture | null> {
  return typeof given === 'string' ? ((await reading.find(given)) as PdfPicture | null) : given;
}

function place(reading: Reading, name: string, bytes: Uint8Array, matrix: Matrix): void {
  const { state, content } = reading;
  // The first row of a picture is the upper one.
  const { a, b, c, d, e, f } = multiply(matrix, { a: 1, b: 0, c: 0, d: -1, e: 0, f: 1 });
  const [width, height] = [Math.hypot(a, b), Math.hypot(c, d)];
  if (width === 0 || height === 0) return;
  const type = bytes[0] === 0xff ? 'jpeg' : 'png';
  const isUpright = Math.abs(b) + Math.abs(c) < 1e-4 * (width + height) && a > 0 && d > 0;
  const turned = { a: a / width, b: b / width, c: c / height, d: d / height, e, f };
  const attributes = {
    id: name,
    ...(isUpright ? { x: num(e), y: num(f) } : { transform: writeTransform(turned) }),
    width: num(width),
    height: num(height),
    opacity: state.fillAlpha === 1 ? undefined : state.fillAlpha,
    preserveAspectRatio: 'none',
    href: `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`,
  };
  content.add(tag('image', attributes), transformBounds(unit, matrix), state);
}
