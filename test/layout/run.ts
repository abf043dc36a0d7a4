/**
 * Compares the boxes of layouts with Chromium's: `npm run layouts [-- NAME… --publish --chromium PATH]`.
 *
 * `--publish` writes `references.json`, with which `layouts.test.ts` compares without a browser. `--yoga
 * FOLDER` compares the HTML fixtures of a folder in place of our layouts: `gentest/fixtures` of the yoga
 * project.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatText } from '../../scripts/format-text.ts';
import { layoutCases } from './cases/index.ts';
import { compareFixtures } from './fixtures/compare-fixtures.ts';
import { startChromiumBoxes } from './chromium-boxes.ts';
import { apart, describe, ourBoxes, type Boxes } from './our-boxes.ts';
import { GOAL_PX, type References } from './references.ts';
import { digest, toHtml } from './to-html.ts';

const { values, positionals } = parseArgs({
  options: {
    publish: { type: 'boolean', default: false },
    chromium: { type: 'string' },
    yoga: { type: 'string' },
  },
  allowPositionals: true,
});
process.exitCode = (values.yoga === undefined ? await compareCases() : await compareFolder(values.yoga))
  ? 0
  : 1;

/** Whether all boxes are where Chromium has them. */
async function compareCases(): Promise<boolean> {
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
    await writeFile(file, await formatText(file, JSON.stringify(references)));
  }
  return bad === 0;
}

/** Whether the boxes of at least 95 of 100 fixtures are. */
async function compareFolder(folder: string): Promise<boolean> {
  const { agreeing, differing, skipped } = await compareFixtures(folder, values.chromium);
  for (const [name, faults] of differing) console.log(`✖ ${name}\n    ${faults.join('\n    ')}`);
  const reasons = [...skipped].sort(([, some], [, others]) => others.length - some.length);
  for (const [reason, names] of reasons) console.log(`${names.length}`.padStart(4), 'left out:', reason);
  const count = agreeing.length + differing.size;
  const share = ((100 * agreeing.length) / count).toFixed(1);
  console.log(`${agreeing.length} of ${count} fixtures agree within ${GOAL_PX} px: ${share} %`);
  return agreeing.length >= 0.95 * count;
}
