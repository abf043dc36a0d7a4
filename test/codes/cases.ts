/** A value for each symbology, and what independent readers make of it. */
import type { Reader } from './readers.ts';

const gtin = '(01)09521234543213';
const batch = `${gtin}(10)ABCD1234`;
const link = 'https://id.gs1.org/01/09521234543213/22/ABC%2D123';
const payment =
  `SPC 0200 1 CH5800791123000889012 S X Y 1 8000 Z CH        199.95 CHF K V W 2 9000 U CH SCOR ` +
  `RF18539007547034  EPD`;
const swiss = payment.replaceAll(' ', '\r\n');

/** A value and the texts that the scanners read. */
export interface Case {
  readonly value: string;
  readonly reads: Partial<Record<Reader, string>>;
}
const both = (value: string, second: Reader, first = value, other = first): Case => ({
  value,
  reads: { zxing: first, [second]: other },
});
const only = (value: string, reader: Reader, text = value): Case => ({ value, reads: { [reader]: text } });

export const cases: Readonly<Record<string, Case>> = {
  code128: both('Count01234567!', 'zbar'),
  'gs1-128': both(batch, 'zbar', batch, '010952123454321310ABCD1234'),
  ean14: both('(01)09528765432108', 'zbar', '(01)09528765432108', '0109528765432108'),
  sscc18: both('(00)095287654321012346', 'zbar', '(00)095287654321012346', '00095287654321012346'),
  hibccode128: both('A999BJC5D6E71', 'zbar', '+A999BJC5D6E71.'),
  code39: both('CODE 39', 'zbar'),
  code39ext: both('Code39', 'zbar', 'Code39', 'C+O+D+E39'),
  hibccode39: both('A999BJC5D6E71', 'zbar', 'a999BJC5D6E71.', '+A999BJC5D6E71.'),
  code32: both('01234567', 'zbar', 'A012345676', '0CSSBD'),
  pzn: both('123456', 'zbar', '-1234562'),
  code93: both('CODE 93', 'zbar'),
  code93ext: both('Code93 Ext!', 'zbar'),
  codabar: both('A0123456789B', 'zbar'),
  rationalizedCodabar: both('A0123456789B', 'zbar'),
  interleaved2of5: both('2401234567', 'zbar'),
  itf14: both('09521234543213', 'zbar'),
  identcode: both('563102430313', 'zbar'),
  leitcode: both('21348075016401', 'zbar'),
  ean13: both('9520123456788', 'zbar'),
  ean8: both('95200002', 'zbar'),
  upca: both('012345000058', 'zbar', '0012345000058', '012345000058'),
  upce: both('01234558', 'zbar', '0012345000058', '01234558'),
  isbn: both('978-1-56581-231-4', 'zbar', '9781565812314'),
  ismn: both('979-0-2605-3211-3', 'zbar', '9790260532113'),
  issn: both('0311-175X 00', 'zbar', '9770311175001'),
  mands: both('0642118', 'zbar', '00642118'),
  databaromni: both(gtin, 'zbar', gtin, '0109521234543213'),
  databartruncated: both(gtin, 'zbar', gtin, '0109521234543213'),
  databarexpanded: both(batch, 'zbar', batch, '010952123454321310ABCD1234'),
  databarstacked: both(gtin, 'rxing', gtin, '09521234543213'),
  databarstackedomni: both(gtin, 'rxing', gtin, '09521234543213'),
  databarexpandedstacked: both(batch, 'rxing'),
  gs1northamericancoupon: both('(8110)106141416543213500110000310123196000', 'rxing'),
  telepen: both('ABCDEF', 'rxing'),
  // zbar reads the first row as Code 128, with its row indicator.
  codablockf: both('SHORT', 'zbar', '`SHORT'),
  hibccodablockf: both('A999', 'zbar', '`+A999Z'),
  pdf417: both('This is PDF417', 'rxing'),
  pdf417compact: both('This is PDF417', 'rxing'),
  hibcpdf417: both('A999BJC5D6E71', 'rxing', '+A999BJC5D6E71.'),
  datamatrix: both('This is Data Matrix!', 'rxing'),
  datamatrixrectangular: both('1234', 'rxing'),
  datamatrixrectangularextension: both('1234', 'rxing'),
  hibcdatamatrix: both('A999BJC5D6E71', 'rxing', '+A999BJC5D6E71.'),
  hibcdatamatrixrectangular: both('A999BJC5D6E71', 'rxing', '+A999BJC5D6E71.'),
  gs1datamatrix: both(batch, 'rxing', batch, '010952123454321310ABCD1234'),
  gs1datamatrixrectangular: both(batch, 'rxing', batch, '010952123454321310ABCD1234'),
  gs1dldatamatrix: both(link, 'rxing'),
  qrcode: both('https://example.com/', 'zbar'),
  swissqrcode: both(swiss, 'zbar'),
  gs1qrcode: both(batch, 'zbar', batch, '010952123454321310ABCD1234'),
  gs1dlqrcode: both(link, 'zbar'),
  hibcqrcode: both('A999BJC5D6E71', 'zbar', '+A999BJC5D6E71.'),
  microqrcode: both('1234', 'rxing'),
  rectangularmicroqrcode: both('1234', 'rxing'),
  azteccode: both('This is Aztec Code', 'rxing'),
  azteccodecompact: both('1234', 'rxing'),
  hibcazteccode: both('A999BJC5D6E71', 'rxing', '+A999BJC5D6E71.'),
  maxicode: both('Hello-123', 'rxing'),
  // Composites: both scanners read only the linear part.
  ean13composite: both('9520123456788|(99)1234-abcd', 'zbar', '9520123456788'),
  ean8composite: both('95200002|(21)A12345678', 'zbar', '95200002'),
  upcacomposite: both('012345000058|(99)1234', 'zbar', '0012345000058', '012345000058'),
  upcecomposite: both('01234558|(15)021231', 'rxing', '0012345000058', '01234558'),
  'gs1-128composite': both(`${gtin}|(10)ABC`, 'zbar', gtin, '0109521234543213'),
  databarexpandedcomposite: both(`${batch}|(91)1A2B`, 'rxing', batch),
  databarexpandedstackedcomposite: both(`${batch}|(21)12345678`, 'rxing', batch),
  // Symbologies that one scanner reads.
  telepennumeric: only('01234567', 'zxing'),
  databarlimited: only(gtin, 'zxing'),
  databarlimitedcomposite: only(`${gtin}|(21)abcd`, 'zxing', gtin),
  databaromnicomposite: only(`${gtin}|(11)990102`, 'zxing', gtin),
  databartruncatedcomposite: only(`${gtin}|(11)990102`, 'zxing', gtin),
  databarstackedcomposite: only(`${gtin}|(17)010200`, 'zxing', gtin),
  databarstackedomnicomposite: only(`${gtin}|(11)990102`, 'zxing', gtin),
  micropdf417: only('MicroPDF417', 'zxing'),
  hibcmicropdf417: only('A999BJC5D6E71', 'zxing', '+A999BJC5D6E71.'),
  aztecrune: only('1', 'zxing', '001'),
  // Add-ons to another code.
  ean5: only('90200', 'zbar'),
  ean2: only('05', 'zbar'),
};

/** Symbologies that no scanner reads, and that zint encodes differently or not at all. */
export const unread = ['coop2of5', 'gs1dotcode', 'hanxin', 'posicode'];
