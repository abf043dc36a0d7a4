/**
 * Compares the boxes of layouts with Chromium's: `npm run layouts [-- NAME… --publish --chromium PATH]`.
 *
 * `--publish` writes `references.json`, with which `layouts.test.ts` compares without a browser.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { layoutCases } from './cases/index.ts';
import { startChromiumBoxes } from './chromium-boxes.ts';
import { apart, describe, ourBoxes, type Boxes } from './our-boxes.ts';
import { GOAL_PX, type References } from './references.ts';
import { digest, toHtml } from './to-html.ts';

const { values, positionals } = parseArgs({
  options: { publish: { type: 'boolean', default: false }, chromium: { type: 'string' } },
  allowPositionals: true,
});
const names = Object.keys(layoutCases).filter(
  (name) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const chromium = await startChromiumBoxes(values.chromium);
const cases: Record<string, { page: string; boxes: Boxes }> = {};
let bad = 0;
try {
  for (const name of names) {
    const document = layoutCases[name]!;
    const theirs = await chromium.measure(toHtml(document), name);
    const ours = await ourBoxes(name, document);
    cases[name] = { page: digest(document), boxes: theirs };
    const ids = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
    const far = [...ids].filter((id) => apart(ours[id], theirs[id]) > GOAL_PX);
    const largest = Math.max(...[...ids].map((id) => apart(ours[id], theirs[id])));
    console.log(far.length === 0 ? '✔' : '✖', name.padEnd(34), largest.toFixed(2));
    for (const id of far) console.log(`    ${describe(id, ours, theirs)}`);
    if (far.length > 0) bad++;
  }
} finally {
  await chromium.close();
}
console.log(`${names.length} layouts, ${bad} with a box more than ${GOAL_PX} px off`);
if (values.publish) {
  const references: References = { browser: chromium.version, cases };
  const file = path.join(import.meta.dirname, 'references.json');
  await writeFile(file, await format(JSON.stringify(references), { filepath: file, printWidth: 110 }));
}
process.exitCode = bad > 0 ? 1 : 0;
