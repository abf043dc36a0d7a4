import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { convertDesign } from '../../src/importers/convert-design.ts';
import { UnreadableDesign, type DesignFormat } from '../../src/importers/design.ts';
import { createRandom } from '../faults/random.ts';
import { mutateDesign } from './mutate-design.ts';

/** Files are not decoded: that is tested with the check of templates. */
const limits = { maxImagePixels: 1e7, maxOutputPixels: 1e8, timeoutMs: 30_000, decodes: false };

/** A conversion may take this long on a slow machine. The processor's time does not depend on others. */
const maxCpuSeconds = 10;
const maxBytes = 1024 ** 3;

interface Outcome {
  readonly converted: number;
  readonly refused: number;
}

/** Converts mutations of a design. Throws with the mutation if one breaks a rule. */
export async function convertMutations(
  { format, file }: { readonly format: DesignFormat; readonly file: string },
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<Outcome> {
  const design = await readFile(new URL(`designs/${file}`, import.meta.url));
  const random = createRandom(seed);
  const outcome = { converted: 0, refused: 0 };
  for (let mutation = 0; mutation < count; mutation += 1) {
    const bytes = mutateDesign(design, random);
    try {
      outcome[await tryConversion(format, file, bytes)] += 1;
    } catch (error) {
      const input = `mutation ${mutation} of ${file}: ${bytes.toString('latin1').slice(0, 1_000)}`;
      throw new Error(input, { cause: error });
    }
  }
  return outcome;
}

/** Converts one file. Throws if it takes too long, or fails in another way than as an unreadable design. */
export async function tryConversion(
  format: DesignFormat,
  name: string,
  bytes: Uint8Array,
): Promise<'converted' | 'refused'> {
  const before = process.cpuUsage();
  try {
    const { losses, document } = await convertDesign(
      {
        name,
        bytes,
        readBeside: (path) => {
          assert.ok(!path.startsWith('/') && !path.split('/').includes('..'), path);
          return Promise.resolve(null);
        },
      },
      {
        format,
        variables: 'all',
        fetchImage: (url) => {
          assert.match(url, /^https?:/iu);
          const refused = {
            ok: false,
            kind: 'not-public',
            fault: 'value',
            originFailure: null,
          } as const;
          return Promise.resolve({ ...refused, detail: 'must not be fetched.' });
        },
      },
      limits,
    );
    assert.equal(document.schemaVersion, 1);
    for (const { reason } of losses) assert.notEqual(reason, '');
    return 'converted';
  } catch (error) {
    // With a cause, the importer has met something that it does not expect.
    if (!(error instanceof UnreadableDesign) || error.cause !== undefined) throw error;
    return 'refused';
  } finally {
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    assert.ok(seconds < maxCpuSeconds, `it takes ${seconds} s`);
    assert.ok(process.memoryUsage.rss() < maxBytes, 'it takes more than a gigabyte');
  }
}
