/**
 * The options of barcodes: which ones a symbology has, and what each accepts. Their names are those of BWIPP,
 * the encoder.
 */

/** The options of an element, by name. */
export type CodeOptions = Readonly<Record<string, string | number | boolean>>;

/** What an option accepts. */
export type OptionRule =
  | { readonly type: 'boolean' }
  | { readonly type: 'integer'; readonly min: number; readonly max: number; readonly step?: number }
  | { readonly type: 'choice'; readonly values: readonly string[] };

const flag: OptionRule = { type: 'boolean' };
const integer = (min: number, max: number): OptionRule => ({ type: 'integer', min, max });
const words = (values: string): OptionRule => ({ type: 'choice', values: values.split(' ') });

/** Sizes of Rectangular Micro QR Codes (ISO/IEC 23941), ordered by area. */
export const RMQR_VERSIONS = (
  '7x43 11x27 13x27 7x59 9x43 11x43 9x59 7x77 13x43 15x43 11x59 9x77 7x99 17x43 13x59 11x77 ' +
  '15x59 9x99 7x139 13x77 17x59 11x99 15x77 9x139 13x99 17x77 15x99 11x139 17x99 13x139 15x139 17x139'
)
  .split(' ')
  .map((size) => `R${size}`);

const squares = words(
  '10x10 12x12 14x14 16x16 18x18 20x20 22x22 24x24 26x26 32x32 36x36 40x40 44x44 48x48 52x52 64x64 72x72 ' +
    '80x80 88x88 96x96 104x104 120x120 132x132 144x144',
);
const rectangles = words('8x18 8x32 12x26 12x36 16x36 16x48');

const check = { includecheck: flag, includecheckintext: flag, validatecheck: flag };
const checkInText = { includecheckintext: flag };
const verified = { validatecheck: flag, includecheckintext: flag };
const code39 = { ...check, hidestars: flag };
const codabar = { ...check, altstartstop: flag };
const addOn = { addongap: integer(7, 12) };
const stacked = { columns: integer(1, 30), rows: integer(3, 90), eclevel: integer(0, 8) };
const pdf417 = { ...stacked, rowmult: integer(2, 10) };
const qr = { eclevel: words('L M Q H'), version: integer(1, 40) };
const aztec = { eclevel: integer(5, 95), layers: integer(1, 32) };
const dots = { columns: integer(5, 200), rows: integer(5, 200) };
const segments: OptionRule = { type: 'integer', min: 2, max: 22, step: 2 };

const rules: Readonly<Record<string, Readonly<Record<string, OptionRule>>>> = {
  code39,
  code39ext: code39,
  interleaved2of5: { includecheck: flag, includecheckintext: flag },
  ...same(check, 'code2of5 industrial2of5 iata2of5 matrix2of5 coop2of5 datalogic2of5'),
  ...same(codabar, 'codabar rationalizedCodabar'),
  ...same(checkInText, 'code11 bc412 japanpost'),
  ...same(verified, 'postnet planet royalmail'),
  plessey: { ...verified, unidirectional: flag },
  msi: {
    checktype: words('mod10 mod1010 mod11 ncrmod11 mod1110 ncrmod1110'),
    badmod11: flag,
    includecheckintext: flag,
  },
  auspost: { custinfoenc: words('character numeric') },
  channelcode: { shortfinder: flag, includecheck: flag },
  posicode: { version: words('a b limiteda limitedb') },
  code128: { suppressc: flag },
  pzn: { pzn8: flag },
  ...same(addOn, 'ean13 upca upce isbn issn ismn'),
  ean8: { permitaddon: flag, ...addOn },
  ...same({ segments }, 'databarexpandedstacked databarexpandedstackedcomposite'),

  ...same(pdf417, 'pdf417 pdf417compact hibcpdf417'),
  ...same({ columns: integer(1, 4), rows: integer(4, 44) }, 'micropdf417 hibcmicropdf417'),
  ...same({ columns: integer(4, 62), rows: integer(2, 44) }, 'codablockf hibccodablockf'),
  code16k: { rows: integer(2, 16) },
  code49: { rows: integer(2, 8) },

  ...same(qr, 'qrcode gs1qrcode gs1dlqrcode hibcqrcode'),
  microqrcode: { eclevel: words('L M Q'), version: words('M1 M2 M3 M4') },
  rectangularmicroqrcode: { eclevel: words('M H'), version: { type: 'choice', values: RMQR_VERSIONS } },
  hanxin: { eclevel: words('L1 L2 L3 L4'), version: integer(1, 84) },
  ...same({ version: squares }, 'datamatrix gs1datamatrix gs1dldatamatrix hibcdatamatrix'),
  ...same(
    { version: rectangles },
    'datamatrixrectangular gs1datamatrixrectangular hibcdatamatrixrectangular',
  ),
  ...same(aztec, 'azteccode hibcazteccode'),
  azteccodecompact: { ...aztec, layers: integer(1, 4) },
  maxicode: { mode: integer(2, 6) },
  codeone: { version: words('A B C D E F G H S-10 S-20 S-30 T-16 T-32 T-48') },
  ...same(dots, 'dotcode gs1dotcode'),
};

function same<Shared>(shared: Shared, names: string): Record<string, Shared> {
  return Object.fromEntries(names.split(' ').map((name) => [name, shared]));
}

/** The options that a symbology has, by name. */
export function listOptions(symbology: string): Readonly<Record<string, OptionRule>> {
  return Object.hasOwn(rules, symbology) ? (rules[symbology] ?? {}) : {};
}

/** What is wrong with an option of an element. */
export interface OptionProblem {
  readonly name: string;
  readonly detail: string;
}

/** Checks the options of a barcode: their names, and what each accepts. */
export function checkOptions(symbology: string, options: CodeOptions): OptionProblem[] {
  const own = listOptions(symbology);
  const names = Object.keys(own).join(', ');
  return Object.entries(options).flatMap(([name, value]) => {
    const rule = Object.hasOwn(own, name) ? own[name] : undefined;
    if (rule === undefined) {
      const has = names === '' ? 'it has none' : `it has ${names}`;
      return [{ name, detail: `"${name}" is no option of ${symbology}; ${has}.` }];
    }
    if (accepts(rule, value)) return [];
    return [{ name, detail: `expected ${describe(rule)}, got ${JSON.stringify(value)}.` }];
  });
}

function accepts(rule: OptionRule, value: CodeOptions[string]): boolean {
  switch (rule.type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return (
        typeof value === 'number' &&
        Number.isInteger(value) &&
        value >= rule.min &&
        value <= rule.max &&
        value % (rule.step ?? 1) === 0
      );
    case 'choice':
      return typeof value === 'string' && rule.values.includes(value);
  }
}

function describe(rule: OptionRule): string {
  switch (rule.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `${rule.step === 2 ? 'an even' : 'a whole'} number from ${rule.min} to ${rule.max}`;
    case 'choice':
      return rule.values.map((value) => `"${value}"`).join(', ');
  }
}
