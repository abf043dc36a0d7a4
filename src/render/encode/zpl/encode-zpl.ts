import type { RasterPage } from '../raster-canvas.ts';
import { ditherPage, type Dots } from './dither.ts';

/**
 * Writes a page as a label in ZPL II, the language of label printers by Zebra and of many others: one graphic
 * field (`^GF`) of the size of the label, as wide and as high as the page has dots.
 *
 * @see Zebra, ZPL II Programming Guide: `^GF`, and "Alternative Data Compression Scheme for ~DG and ~DB"
 */
export function encodeZpl(page: RasterPage): Uint8Array {
  const dots = ditherPage(page);
  const { width, height, bytesPerRow, bits } = dots;
  const field = `^GFA,${bits.length},${bits.length},${bytesPerRow},${writeRows(dots)}`;
  return Buffer.from(`^XA\n^PW${width}\n^LL${height}\n^LH0,0\n^FO0,0${field}^FS\n^XZ\n`, 'latin1');
}

/** The rows in hexadecimal digits, shortened; `:` is the row above again. */
function writeRows({ bits, height, bytesPerRow }: Dots): string {
  const rows: string[] = [];
  let previous = '';
  for (let y = 0; y < height; y += 1) {
    const row = Buffer.from(bits.buffer, bits.byteOffset + y * bytesPerRow, bytesPerRow).toString('hex');
    rows.push(y > 0 && row === previous ? ':' : shorten(row.toUpperCase()));
    previous = row;
  }
  return rows.join('');
}

/** A row whose end is white ends in `,`; other runs have their length. Not all readers know `!` for black. */
function shorten(row: string): string {
  return row
    .replace(/0+$/, ',')
    .replaceAll(/([0-9A-F])\1{2,}/g, (run) => `${writeCount(run.length)}${run.charAt(0)}`);
}

/** A count: `G` to `Y` are 1 to 19, `g` to `z` are 20 to 400, and they add up. */
function writeCount(count: number): string {
  const whole = 'z'.repeat(Math.floor(count / 400));
  const rest = count % 400;
  const [twenties, ones] = [Math.floor(rest / 20), rest % 20];
  const letter = (value: number, first: string): string =>
    value === 0 ? '' : String.fromCodePoint((first.codePointAt(0) ?? 0) + value - 1);
  return `${whole}${letter(twenties, 'g')}${letter(ones, 'G')}`;
}
