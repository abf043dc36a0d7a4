/**
 * Prints a code of every symbology at the densities of printers, upright and turned, in black and white, and
 * lists what the readers miss, with its reason: `npm run codes`. With `--publish` the list goes into
 * docs/codes.md; with `--poppler` Poppler draws, too. Fails for a miss without a reason.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { cases } from './cases.ts';
import { knownMisses } from './known-misses.ts';
import { findMisses, type Print } from './prints.ts';

const DENSITIES = [203, 300, 600] as const;
const DOCUMENT = new URL('../../docs/codes.md', import.meta.url);
const MARKS = ['<!-- misses -->\n', '<!-- end of misses -->'] as const;

const { values: options } = parseArgs({
  options: {
    publish: { type: 'boolean', default: false },
    poppler: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

interface Miss {
  readonly symbology: string;
  readonly reader: string;
  readonly prints: string[];
}

const misses = new Map<string, Miss>();
let count = 0;
for (const [symbology, given] of Object.entries(cases)) {
  if (options.only !== undefined && options.only !== symbology) continue;
  for (const dpi of DENSITIES) {
    for (const turn of [0, 90] as const) {
      for (const program of options.poppler ? (['pdfium', 'pdftoppm'] as const) : (['pdfium'] as const)) {
        const print: Print = { symbology, dpi, turn, program };
        count += Object.keys(given.reads).length;
        for (const reader of await findMisses(print, given)) {
          const key = `${symbology} ${reader}`;
          const miss = misses.get(key) ?? { symbology, reader, prints: [] };
          miss.prints.push(
            `${dpi} dpi${turn === 0 ? '' : ', turned'}${program === 'pdfium' ? '' : ', Poppler'}`,
          );
          misses.set(key, miss);
          process.stderr.write(`${key}: ${miss.prints.at(-1)}\n`);
        }
      }
    }
  }
}

const rows = Array.from(misses, ([key, { symbology, reader, prints }]) => {
  const reason = knownMisses[key] ?? '**unknown**';
  return `| \`${symbology}\` | ${reader} | ${prints.join('; ')} | ${reason} |`;
});
const head = ['| symbology | reader | missed at | reason |', '| --- | --- | --- | --- |'];
const list = [...head, ...rows].join('\n');
const tried = Object.keys(cases).length;
const summary = `${tried} symbologies, ${count} readings, ${rows.length} lists of misses.`;
process.stdout.write(`${list}\n\n${summary}\n`);
if (options.publish) {
  const text = await readFile(DOCUMENT, 'utf8');
  const [start, end] = [text.indexOf(MARKS[0]) + MARKS[0].length, text.indexOf(MARKS[1])];
  await writeFile(
    DOCUMENT,
    `${text.slice(0, start)}\n${rows.length === 0 ? 'None.' : list}\n\n${text.slice(end)}`,
  );
}
const unexplained = [...misses.keys()].filter((key) => knownMisses[key] === undefined);
if (unexplained.length > 0) process.exitCode = 1;
