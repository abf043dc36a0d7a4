import type { Sample } from '../../shared/sample.ts';
import type { Paper } from '../paper.ts';
import { designedCase } from './designed.ts';
import { invoiceCase } from './invoice.ts';
import { letterCase } from './letter.ts';
import { tableCase } from './table.ts';

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

const loaders: Readonly<Record<string, () => Promise<Case>>> = {
  'table-80': () => Promise.resolve(tableCase(80, 1)),
  'table-500': () => Promise.resolve(tableCase(500, 1)),
  'table-5000': () => Promise.resolve(tableCase(5000, 0.2)),
  invoice: invoiceCase,
  certificate: () => designedCase('certificate'),
  'product-label': () => designedCase('product-label'),
  letters: () => Promise.resolve(letterCase(500)),
};

export const caseNames = Object.keys(loaders);

export async function loadCase(name: string): Promise<Case> {
  const load = loaders[name];
  if (load === undefined) throw new Error(`There is no document ${name}, only ${caseNames.join(', ')}.`);
  return await load();
}
