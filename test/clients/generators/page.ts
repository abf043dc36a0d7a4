/** The table of generators in docs/generated-clients.md. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generators, type Generator } from './generators.ts';
import { calls } from './service.ts';

/** What came of one generator. */
export interface Result {
  readonly generator: Generator;
  readonly outcome:
    | { readonly kind: 'not run'; readonly missing: readonly string[] }
    | { readonly kind: 'not made' | 'not compiled'; readonly output: string }
    | {
        readonly kind: 'called';
        readonly answers: readonly {
          readonly name: string;
          readonly isRight: boolean;
          readonly value: string;
        }[];
      };
}

const page = path.resolve(import.meta.dirname, '../../../docs/generated-clients.md');
const header = ['generator', 'version', 'language', 'form', ...calls.map(({ title }) => title), 'remark'];
const [start, end] = ['<!-- made by npm run check:clients -- --write -->\n\n', '\n\n<!-- end -->'];

/** Writes results into the table of the page. Generators without one keep their line. */
export async function writePage(results: readonly Result[]): Promise<void> {
  const { before, table: old, after } = await readPage();
  const known = old.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const found = generators.flatMap((generator) => {
    const result = results.find((each) => each.generator === generator);
    const isSame = ([name, , language]: string[]) =>
      name === generator.name && language === generator.language;
    const cells = result === undefined ? known.find(isSame) : cellsOf(result);
    return cells === undefined ? [] : [cells];
  });
  const table = align([header, header.map(() => '---'), ...found]).join('\n');
  await writeFile(page, `${before}${start}${table}${end}${after}`);
}

/** Lists the results that are not as the page has them. What could not be run here is no difference. */
export async function comparePage(results: readonly Result[]): Promise<string[]> {
  const { table } = await readPage();
  const known = new Set(table.split('\n').map(withoutPadding));
  return results
    .filter(({ outcome }) => outcome.kind !== 'not run')
    .map((result) => withoutPadding(`| ${cellsOf(result).join(' | ')} |`))
    .filter((line) => !known.has(line));
}

function withoutPadding(line: string): string {
  return line.replaceAll(/\s+/g, ' ').trim();
}

function cellsOf({ generator, outcome }: Result): string[] {
  const { name, version, language, form, remark } = generator;
  const facts = [name, version, language, form];
  if (outcome.kind === 'called') {
    const answers = outcome.answers.map(({ isRight }) => (isRight ? 'yes' : 'no'));
    return [...facts, ...answers, remark ?? ''];
  }
  const reason =
    outcome.kind === 'not run'
      ? `Not run here: no ${outcome.missing.map((each) => `\`${each}\``).join(', ')}.`
      : outcome.kind === 'not made'
        ? 'It makes no client.'
        : 'Its client does not compile.';
  const dashes = calls.map(() => (outcome.kind === 'not run' ? '–' : 'no'));
  return [...facts, ...dashes, remark === undefined ? reason : `${reason} ${remark}`];
}

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' '));
    return `| ${cells.join(' | ')} |`;
  });
}

async function readPage(): Promise<{ before: string; table: string; after: string }> {
  const text = await readFile(page, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for the table.`);
  return {
    before: text.slice(0, from),
    table: text.slice(from + start.length, to),
    after: text.slice(to + end.length),
  };
}
