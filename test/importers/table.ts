import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatText } from '../../scripts/format-text.ts';
import type { FileResult } from './convert-file.ts';

const file = path.join(import.meta.dirname, '../../docs/importers.md');

/** A row of the table: a file of the set, and what became of it. */
export interface Row {
  readonly repository: string;
  readonly path: string;
  readonly licence: string;
  /** A text: why there is no result. */
  readonly result: FileResult | string;
  /** Why the picture differs, for files below the goal. */
  readonly note: string;
}

/** The structural similarity that four of five files must have. */
export const goal = 0.95;

/** Writes the results of a format between its two marks in docs/importers.md. */
export async function writeTable(format: string, rows: readonly Row[]): Promise<void> {
  const text = await readFile(file, 'utf8');
  const begin = `<!-- The table of ${format} begins: written by \`npm run importers\`. -->`;
  const end = `<!-- The table of ${format} ends. -->`;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${file} does not have the two marks of ${format}.`);
  const written = `${text.slice(0, from)}${begin}\n\n${formatTable(rows)}\n\n${text.slice(to)}`;
  await writeFile(file, await formatText(file, written));
}

/** How many of the files that have been compared reach the goal. */
export function summarize(rows: readonly Row[]): string {
  const compared = rows.flatMap(({ result }) =>
    typeof result === 'string' || result.ssim === null ? [] : [result.ssim],
  );
  const good = compared.filter((ssim) => ssim >= goal).length;
  return `${good} of ${compared.length} compared files reach an SSIM of ${goal}.`;
}

function formatTable(rows: readonly Row[]): string {
  const head = [
    '| file | licence | kept | losses | SSIM | why |',
    '| --- | --- | ---: | ---: | ---: | --- |',
  ];
  const lines = rows.map(({ repository, path: place, licence, result, note }) => {
    const cells =
      typeof result === 'string'
        ? ['', '', '', result]
        : [`${result.kept}`, `${result.losses.length}`, result.ssim?.toFixed(3) ?? '', note];
    return `| ${[`${repository}: ${place}`, licence, ...cells].map(cell).join(' | ')} |`;
  });
  return [summarize(rows), '', ...head, ...lines].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
