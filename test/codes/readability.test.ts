import assert from 'node:assert/strict';
import { test } from 'node:test';

import { codeSymbologies } from '../../src/render/codes/check.ts';
import { HEXAGON_COLUMNS, HEXAGON_HEIGHT } from '../../src/render/codes/draw-hexagons.ts';
import { encodeCode } from '../../src/render/codes/encode-code.ts';
import { findSymbology } from '../../src/render/codes/symbologies.ts';
import { barcode, render } from '../helpers/scenes.ts';
import { isReadAs } from './readers.ts';
import type { Reader } from './readers.ts';

const gtin = '(01)09521234543213';
const batch = `${gtin}(10)ABCD1234`;
const link = 'https://id.gs1.org/01/09521234543213/22/ABC%2D123';
const payment = `SPC 0200 1 CH5800791123000889012 S X Y 1 8000 Z CH        199.95 CHF K V W 2 9000 U CH SCOR RF18539007547034  EPD`;
const swiss = payment.replaceAll(' ', '\r\n');

/**
 * What two readers say of each kind that they know. `pixels`: the fewest a module at which both have to. That is 1 where they
 * can, and otherwise as many as the smallest legal module has at 300 dpi: 3 of 0.264 mm (EAN, UPC and GS1 DataBar), 2 of
 * 0.19 mm elsewhere, 10 of MaxiCode's one size.
 */
interface Case {
  readonly value: string;
  readonly pixels: number;
  readonly reads: Partial<Record<Reader, string>>;
}
const both = (value: string, second: Reader, pixels: number, first = value, other = first): Case => ({
  value,
  pixels,
  reads: { zxing: first, [second]: other },
});
const only = (value: string, reader: Reader, pixels: number, text = value): Case => ({
  value,
  pixels,
  reads: { [reader]: text },
});

const cases: Record<string, Case> = {
  code128: both('Count01234567!', 'zbar', 1),
  'gs1-128': both(batch, 'zbar', 1, batch, '010952123454321310ABCD1234'),
  ean14: both('(01)09528765432108', 'zbar', 1, '(01)09528765432108', '0109528765432108'),
  sscc18: both('(00)095287654321012346', 'zbar', 1, '(00)095287654321012346', '00095287654321012346'),
  hibccode128: both('A999BJC5D6E71', 'zbar', 1, '+A999BJC5D6E71.'),
  code39: both('CODE 39', 'zbar', 1),
  code39ext: both('Code39', 'zbar', 1, 'Code39', 'C+O+D+E39'),
  hibccode39: both('A999BJC5D6E71', 'zbar', 1, 'a999BJC5D6E71.', '+A999BJC5D6E71.'),
  code32: both('01234567', 'zbar', 1, 'A012345676', '0CSSBD'),
  pzn: both('123456', 'zbar', 1, '-1234562'),
  code93: both('CODE 93', 'zbar', 1),
  code93ext: both('Code93 Ext!', 'zbar', 1),
  codabar: both('A0123456789B', 'zbar', 1),
  rationalizedCodabar: both('A0123456789B', 'zbar', 1),
  interleaved2of5: both('2401234567', 'zbar', 1),
  itf14: both('09521234543213', 'zbar', 1),
  identcode: both('563102430313', 'zbar', 1),
  leitcode: both('21348075016401', 'zbar', 1),
  ean13: both('9520123456788', 'zbar', 1),
  ean8: both('95200002', 'zbar', 1),
  upca: both('012345000058', 'zbar', 1, '0012345000058', '012345000058'),
  upce: both('01234558', 'zbar', 1, '0012345000058', '01234558'),
  isbn: both('978-1-56581-231-4', 'zbar', 1, '9781565812314'),
  ismn: both('979-0-2605-3211-3', 'zbar', 1, '9790260532113'),
  issn: both('0311-175X 00', 'zbar', 1, '9770311175001'),
  mands: both('0642118', 'zbar', 1, '00642118'),
  databaromni: both(gtin, 'zbar', 1, gtin, '0109521234543213'),
  databartruncated: both(gtin, 'zbar', 1, gtin, '0109521234543213'),
  databarexpanded: both(batch, 'zbar', 1, batch, '010952123454321310ABCD1234'),
  databarstacked: both(gtin, 'rxing', 2, gtin, '09521234543213'),
  databarstackedomni: both(gtin, 'rxing', 2, gtin, '09521234543213'),
  databarexpandedstacked: both(batch, 'rxing', 1),
  gs1northamericancoupon: both('(8110)106141416543213500110000310123196000', 'rxing', 1),
  telepen: both('ABCDEF', 'rxing', 1),
  // As Code 128 row by row: this is the first one, with what says so before it.
  codablockf: both('SHORT', 'zbar', 2, '`SHORT'),
  hibccodablockf: both('A999', 'zbar', 2, '`+A999Z'),
  pdf417: both('This is PDF417', 'rxing', 1),
  pdf417compact: both('This is PDF417', 'rxing', 1),
  hibcpdf417: both('A999BJC5D6E71', 'rxing', 1, '+A999BJC5D6E71.'),
  datamatrix: both('This is Data Matrix!', 'rxing', 1),
  datamatrixrectangular: both('1234', 'rxing', 1),
  datamatrixrectangularextension: both('1234', 'rxing', 1),
  hibcdatamatrix: both('A999BJC5D6E71', 'rxing', 1, '+A999BJC5D6E71.'),
  hibcdatamatrixrectangular: both('A999BJC5D6E71', 'rxing', 1, '+A999BJC5D6E71.'),
  gs1datamatrix: both(batch, 'rxing', 1, batch, '010952123454321310ABCD1234'),
  gs1datamatrixrectangular: both(batch, 'rxing', 1, batch, '010952123454321310ABCD1234'),
  gs1dldatamatrix: both(link, 'rxing', 1),
  qrcode: both('https://example.com/', 'zbar', 1),
  swissqrcode: both(swiss, 'zbar', 1),
  gs1qrcode: both(batch, 'zbar', 1, batch, '010952123454321310ABCD1234'),
  gs1dlqrcode: both(link, 'zbar', 1),
  hibcqrcode: both('A999BJC5D6E71', 'zbar', 1, '+A999BJC5D6E71.'),
  microqrcode: both('1234', 'rxing', 1),
  rectangularmicroqrcode: both('1234', 'rxing', 1),
  azteccode: both('This is Aztec Code', 'rxing', 2),
  azteccodecompact: both('1234', 'rxing', 2),
  hibcazteccode: both('A999BJC5D6E71', 'rxing', 2, '+A999BJC5D6E71.'),
  maxicode: both('Hello-123', 'rxing', 10),
  // Composites: both read the linear code that carries the rest. They read a DataBar only with what is on top left out.
  ean13composite: both('9520123456788|(99)1234-abcd', 'zbar', 1, '9520123456788'),
  ean8composite: both('95200002|(21)A12345678', 'zbar', 1, '95200002'),
  upcacomposite: both('012345000058|(99)1234', 'zbar', 1, '0012345000058', '012345000058'),
  upcecomposite: both('01234558|(15)021231', 'rxing', 1, '0012345000058', '01234558'),
  'gs1-128composite': both(`${gtin}|(10)ABC`, 'zbar', 1, gtin, '0109521234543213'),
  databarexpandedcomposite: both(`${batch}|(91)1A2B`, 'rxing', 1, batch),
  databarexpandedstackedcomposite: both(`${batch}|(21)12345678`, 'rxing', 1, batch),
  // Kinds that one of them knows.
  telepennumeric: only('01234567', 'zxing', 1),
  databarlimited: only(gtin, 'zxing', 1),
  databarlimitedcomposite: only(`${gtin}|(21)abcd`, 'zxing', 1, gtin),
  databaromnicomposite: only(`${gtin}|(11)990102`, 'zxing', 2, gtin),
  databartruncatedcomposite: only(`${gtin}|(11)990102`, 'zxing', 2, gtin),
  databarstackedcomposite: only(`${gtin}|(17)010200`, 'zxing', 1, gtin),
  databarstackedomnicomposite: only(`${gtin}|(11)990102`, 'zxing', 1, gtin),
  micropdf417: only('MicroPDF417', 'zxing', 2),
  hibcmicropdf417: only('A999BJC5D6E71', 'zxing', 2, '+A999BJC5D6E71.'),
  aztecrune: only('1', 'zxing', 1, '001'),
  // Made to stand beside another code.
  ean5: only('90200', 'zbar', 1),
  ean2: only('05', 'zbar', 1),
};

/** Kinds that none of them reads; their bars and modules are compared with another encoder's, see patterns.test.ts. */
export const unread = [
  ...'auspost bc412 channelcode code11 code16k code2of5 code49 codeone coop2of5 datalogic2of5 dotcode'.split(
    ' ',
  ),
  ...'flattermarken gs1dotcode hanxin iata2of5 industrial2of5 japanpost kix matrix2of5 msi onecode'.split(
    ' ',
  ),
  ...'pharmacode pharmacode2 planet plessey posicode postnet royalmail'.split(' '),
];

test('every kind of code is either read or said to be unreadable', () => {
  assert.deepEqual([...Object.keys(cases), ...unread].toSorted(), codeSymbologies);
});

for (const [symbology, { value, pixels, reads }] of Object.entries(cases)) {
  const readers = Object.entries(reads) as [Reader, string][];
  test(`${symbology} of ${pixels} px a module is read by ${readers.map(([name]) => name).join(' and ')} after JPEG of quality 60`, async () => {
    const file = await draw(symbology, value, pixels);
    for (const [reader, text] of readers) assert.ok(await isReadAs(reader, file, text), reader);
  });
}

/** A code of so many pixels a module, alone on a page with a little room around its clear space, as JPEG of quality 60. */
async function draw(symbology: string, value: string, pixels: number): Promise<Uint8Array> {
  const found = findSymbology(symbology);
  assert.ok(found);
  const code = encodeCode(found, value, symbology === 'qrcode' ? 'M' : undefined);
  const { quiet } = found;
  const columns = code.kind === 'bars' ? code.width : code.kind === 'matrix' ? code.columns : HEXAGON_COLUMNS;
  const rows =
    code.kind === 'bars'
      ? Math.max(30, Math.ceil(columns * 0.15))
      : code.kind === 'matrix'
        ? code.rows
        : HEXAGON_HEIGHT;
  const width = Math.ceil((columns + quiet.left + quiet.right) * pixels);
  const height = Math.ceil((rows + quiet.top + quiet.bottom) * pixels);
  const element = barcode({ x: 8, y: 8, width, height, symbology, value, showText: false });
  const { data } = await render(
    { width: width + 16, height: height + 16, elements: [element] },
    { output: { format: 'jpeg', quality: 60 } },
  );
  return data;
}
