/**
 * Compares Platen's renderings with Chromium's: `npm run test:visual [-- NAME… --references --format F]`.
 *
 * Writes `report.html` with all images. The exit code is 1 if a case misses its goals. `--publish` also
 * writes the table of docs/rendering-quality.md; `--references` first renders the references with Chromium.
 * `--format` compares files of another format: `avif`, or `svg`, which resvg draws.
 */
import { parseArgs } from 'node:util';
import { caseDensity, listCases, readCase, readReference, referencePath } from './cases.ts';
import { compare, judge } from './compare.ts';
import { makeReferences } from './make-references.ts';
import { isVisualFormat, readPicture, renderCase } from './render-case.ts';
import { writeReport } from './report.ts';
import type { ReportedCase } from './report.ts';
import { writeTable } from './table.ts';

const { values, positionals } = parseArgs({
  options: {
    references: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    format: { type: 'string', default: 'png' },
    chromium: { type: 'string' },
  },
  allowPositionals: true,
});
if (!isVisualFormat(values.format)) throw new Error('--format expects png, avif or svg.');
const visualFormat = values.format;
const all = listCases();
const names =
  positionals.length > 0 ? all.filter((name) => positionals.some((part) => name.includes(part))) : all;
if (values.references) await makeReferences(names, values.chromium);

const results: ReportedCase[] = [];
for (const name of names) {
  const quality = await readCase(name);
  const rendered = await renderCase(quality, visualFormat);
  const reference = await readReference(name);
  const picture = await readPicture(referencePath(name, 'png'));
  const comparison = compare(
    rendered.picture,
    picture,
    { ours: rendered.texts, reference: reference.texts },
    caseDensity(quality),
  );
  const faults = judge(quality, comparison);
  results.push({ quality, rendered, reference: picture, comparison, faults });
  const { luminance, colour, meanDifference, inkEdge, inkCentre, lines } = comparison;
  const figures = [
    luminance.toFixed(4),
    colour.toFixed(4),
    meanDifference.toFixed(2).padStart(5),
    `${inkEdge}`.padStart(2),
    inkCentre.toFixed(2),
    `${lines.count}`.padStart(2),
    lines.baseline.toFixed(2),
    lines.side.toFixed(2),
  ];
  console.log(faults.length > 0 ? '✖' : quality.accepted ? '~' : '✔', name.padEnd(34), ...figures);
  for (const fault of faults) console.log(`    ${fault}`);
}
await writeReport(results);
if (values.publish) {
  if (positionals.length > 0 || visualFormat !== 'png')
    throw new Error('Only the results of all cases as PNG can be published.');
  await writeTable(results);
}
const red = results.filter(({ faults }) => faults.length > 0).length;
console.log(`${results.length} cases, ${red} below their goals; see test/visual/report.html`);
process.exitCode = red > 0 ? 1 : 0;
