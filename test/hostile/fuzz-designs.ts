/**
 * Converts mutations of the designs in `designs/`. Exits with 1 and shows the mutation if one breaks a rule.
 *
 *     npm run fuzz:designs -- --count 500 --seed 7 --format svg
 */
import { parseArgs } from 'node:util';
import { convertMutations } from './convert-mutations.ts';
import { hostileDesigns } from './designs.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    format: { type: 'string' },
  },
});
const [seed, count] = [Number(values.seed), Number(values.count)];
for (const design of hostileDesigns.filter(
  ({ format }) => values.format === undefined || values.format === format,
)) {
  const started = performance.now();
  const { converted, refused } = await convertMutations(design, { seed, count });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(
    `${design.file}: seed ${seed}, ${converted} converted, ${refused} refused, ${seconds} s\n`,
  );
}
