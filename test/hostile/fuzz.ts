/**
 * Fuzzes every parser for an equal part of the time. Stores an input that fails in the parser's corpus, and
 * exits with 1.
 *
 *     npm run fuzz:parsers -- --seconds 300 --seed 7 --parser svg
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { corpusFolder, fuzzParser } from './fuzz-parser.ts';
import { trials } from './parsers.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    parser: { type: 'string', multiple: true, default: Object.keys(trials) },
  },
});
const seed = Number(values.seed);
const milliseconds = (Number(values.seconds) * 1_000) / values.parser.length;
print(`seed ${seed}, ${(milliseconds / 1_000).toFixed(1)} s for each of ${values.parser.length} parsers`);

for (const parser of values.parser) {
  const { runs, blocks, kept, finding, input } = await fuzzParser(parser, { seed, milliseconds });
  print(`${parser}: ${runs} inputs, ${kept} kept, ${blocks} blocks`);
  if (finding === null) continue;
  const name = `found-${createHash('sha256').update(input).digest('hex').slice(0, 8)}`;
  const file = new URL(name, corpusFolder(parser));
  await writeFile(file, input);
  print(`  FAILED with the input in ${fileURLToPath(file)}: ${finding}`);
  process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
