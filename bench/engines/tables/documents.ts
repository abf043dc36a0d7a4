import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatText } from '../../../scripts/format-text.ts';
import type { Results } from './results.ts';
import { aloneTable, busyTable, conditions, formatTable } from './tables.ts';

const root = path.join(import.meta.dirname, '../../..');
const documents = ['README.md', 'docs/performance.md'];
const marked = /(<!-- bench:(?<name>[\w-]+) -->\n)[\s\S]*?(\n<!-- \/bench -->)/gu;

/** Replaces what stands between `<!-- bench:NAME -->` and `<!-- /bench -->` in the documents. */
export async function writeTables(results: Results): Promise<void> {
  for (const document of documents) {
    const file = path.join(root, document);
    const text = await readFile(file, 'utf8');
    const filled = text.replace(
      marked,
      (_, start: string, name: string, end: string) => `${start}\n${makeTable(results, name)}\n${end}`,
    );
    await writeFile(file, await formatText(file, filled));
  }
}

/** Names: `conditions`, `busy`, `png` (all pages), or a page (all formats). */
function makeTable(results: Results, name: string): string {
  if (name === 'conditions') return conditions(results);
  if (name === 'busy') return busyTable(results);
  if (name === 'png') return formatTable(results, 'png');
  return aloneTable(results, name);
}
