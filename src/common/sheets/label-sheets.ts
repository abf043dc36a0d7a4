/** Sheets of labels and cards by their makers' numbers. */
import type { PaperName } from './papers.ts';

/** A sheet whose labels stand in its middle. Lengths are in millimetres. */
export interface LabelSheet {
  readonly maker: 'Avery' | 'Avery Zweckform' | 'Herma';
  /** The maker's number; sheets of the same measures have more of them. */
  readonly number: string;
  readonly paper: PaperName;
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** Between columns. */
  readonly gap: number;
  /** Between rows. */
  readonly rowGap: number;
}

type Measures = readonly [
  columns: number,
  rows: number,
  width: number,
  height: number,
  gap?: number,
  rowGap?: number,
];

const sheet =
  (maker: LabelSheet['maker'], paper: PaperName, mmPerUnit = 1) =>
  (number: string, [columns, rows, ...lengths]: Measures): LabelSheet => {
    const [width = 0, height = 0, gap = 0, rowGap = 0] = lengths.map((each = 0) => round(each * mmPerUnit));
    return { maker, number, paper, columns, rows, width, height, gap, rowGap };
  };

const avery = sheet('Avery', 'A4');
const zweckform = sheet('Avery Zweckform', 'A4');
const herma = sheet('Herma', 'A4');
const averyInches = sheet('Avery', 'letter', 25.4);

/** By the name that the API takes. Measures are those that the makers print on the sheets. */
export const labelSheets = {
  'avery-l4731': avery('L4731', [7, 27, 25.4, 10, 2.54]),
  'avery-l7636': avery('L7636', [4, 12, 45.7, 21.2, 2.54]),
  'avery-l7651': avery('L7651', [5, 13, 38.1, 21.2, 2.54]),
  'avery-l7654': avery('L7654', [4, 10, 45.7, 25.4, 2.54]),
  'avery-l7159': avery('L7159', [3, 8, 63.5, 33.9, 2.54]),
  'avery-l7160': avery('L7160', [3, 7, 63.5, 38.1, 2.54]),
  'avery-l7161': avery('L7161', [3, 6, 63.5, 46.6, 2.54]),
  'avery-l7162': avery('L7162', [2, 8, 99.1, 33.9, 2.54]),
  'avery-l7163': avery('L7163', [2, 7, 99.1, 38.1, 2.54]),
  'avery-l7164': avery('L7164', [3, 4, 63.5, 72, 2.54]),
  'avery-l7165': avery('L7165', [2, 4, 99.1, 67.7, 2.54]),
  'avery-l7166': avery('L7166', [2, 3, 99.1, 93.1, 2.54]),
  'avery-l7169': avery('L7169', [2, 2, 99.1, 139, 2.54]),
  'avery-l7173': avery('L7173', [2, 5, 99.1, 57, 2.54]),
  'avery-l4785': avery('L4785', [2, 5, 80, 50, 15, 5]),
  'avery-c32011': avery('C32011', [2, 5, 85, 54, 10]),
  'avery-3425': zweckform('3425', [2, 5, 105, 57]),
  'avery-3474': zweckform('3474', [3, 8, 70, 37]),
  'avery-3475': zweckform('3475', [3, 8, 70, 36]),
  'avery-3483': zweckform('3483', [2, 2, 105, 148]),
  'avery-3651': zweckform('3651', [4, 10, 52.5, 29.7]),
  'avery-4760': zweckform('4760', [1, 7, 192, 38]),
  'avery-5160': averyInches('5160', [3, 10, 2.625, 1, 0.125]),
  'avery-5161': averyInches('5161', [2, 10, 4, 1, 0.1875]),
  'avery-5163': averyInches('5163', [2, 5, 4, 2, 0.1875]),
  'avery-5164': averyInches('5164', [2, 3, 4, 10 / 3, 0.1875]),
  'avery-5167': averyInches('5167', [4, 20, 1.75, 0.5, 0.3125]),
  'avery-5371': averyInches('5371', [2, 5, 3.5, 2]),
  'herma-4457': herma('4457', [2, 6, 105, 48]),
  'herma-4464': herma('4464', [3, 8, 70, 37]),
  'herma-4606': herma('4606', [5, 13, 38.1, 21.2]),
  'herma-4607': herma('4607', [4, 16, 48.3, 16.9]),
  'herma-4608': herma('4608', [4, 11, 48.3, 25.4]),
  'herma-4614': herma('4614', [3, 8, 66, 33.8]),
  'herma-4620': herma('4620', [2, 8, 105, 37]),
  'herma-4625': herma('4625', [2, 7, 105, 42.3]),
  'herma-4667': herma('4667', [2, 5, 96, 50.8, 3]),
  'herma-4677': herma('4677', [3, 7, 63.5, 38.1, 3]),
  'herma-10001': herma('10001', [7, 27, 25.4, 10, 2.8]),
  'herma-10004': herma('10004', [4, 12, 45.7, 21.2, 3]),
  'herma-10006': herma('10006', [3, 9, 63.5, 29.6, 3]),
} as const satisfies Readonly<Record<string, LabelSheet>>;

export type LabelSheetName = keyof typeof labelSheets;

export const labelSheetNames = Object.keys(labelSheets) as LabelSheetName[];

function round(length: number): number {
  return Math.round(length * 1000) / 1000;
}
