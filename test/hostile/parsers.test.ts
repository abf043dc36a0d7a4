/**
 * Short fuzzing: inputs that once failed, then new inputs for each parser. The seed is fixed, so the same
 * code gets the same inputs. `npm run fuzz:parsers` fuzzes for a longer time.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fuzzParser } from './fuzz-parser.ts';
import { trials } from './parsers.ts';

describe('parsers read or refuse every input', { timeout: 600_000 }, () => {
  for (const parser of Object.keys(trials)) {
    test(parser, async () => {
      const { runs, blocks, finding, input } = await fuzzParser(parser, { seed: 1, runs: 250 });
      assert.equal(
        finding,
        null,
        `${finding ?? ''}\nwith ${JSON.stringify(input.toString('latin1').slice(0, 2_000))}`,
      );
      assert.ok(runs >= 250);
      // Without a block, the trial reads nothing.
      assert.ok(blocks > 0);
    });
  }
});
