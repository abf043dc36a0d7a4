import type { Sample } from '../../shared/sample.ts';
import type { Paper } from '../paper.ts';

/** A document that every program writes; each round has other texts. */
export interface Case {
  readonly name: string;
  /** Files of a round, one render each. */
  readonly files: number;
  /** Its share of the rounds that are asked for. */
  readonly shareOfRounds: number;
  /** The job of a Platen render, from the values. */
  readonly makeJob: (round: number) => Promise<Awaited<ReturnType<Sample['makeJob']>>>;
  readonly makePaper: (round: number) => Promise<Paper>;
  /** The files of fonts that do not come with Platen. */
  readonly fontFiles: readonly FontFile[];
}

export interface FontFile {
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly path: string;
}

const table = async (rows: number, shareOfRounds: number): Promise<Case> =>
  (await import('./table.ts')).tableCase(rows, shareOfRounds);
const designed = async (name: string): Promise<Case> =>
  await (await import('./designed.ts')).designedCase(name);

/** Each loads only what it uses: samples load the store and the rules of templates, which no renderer has. */
const loaders: Readonly<Record<string, () => Promise<Case>>> = {
  'table-80': () => table(80, 1),
  'table-500': () => table(500, 1),
  'table-5000': () => table(5000, 0.2),
  invoice: async () => await (await import('./invoice.ts')).invoiceCase(),
  certificate: () => designed('certificate'),
  'product-label': () => designed('product-label'),
  letters: async () => (await import('./letter.ts')).letterCase(500),
};

export const caseNames = Object.keys(loaders);

export async function loadCase(name: string): Promise<Case> {
  const load = loaders[name];
  if (load === undefined) throw new Error(`There is no document ${name}, only ${caseNames.join(', ')}.`);
  return await load();
}
