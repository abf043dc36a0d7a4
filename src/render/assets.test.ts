import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { collectAssets, RemoteImageError, type AssetSuppliers, type ImageAnswer } from './assets.ts';
import { bindTemplate } from './bind/bind-template.ts';
import { VariableError } from './errors.ts';

const url = 'https://a.example/p.png';
const bytes = Buffer.from('picture');
const hash = createHash('sha256').update(bytes).digest('hex');

function bound(...sources: string[]) {
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const elements = sources.map((src, index) => ({ type: 'image', id: `i${index}`, ...box, src }) as const);
  const values = new Map([
    ['a', url],
    ['b', url],
    ['d', `data:image/png;base64,${bytes.toString('base64')}`],
    ['path', 'no.png'],
  ]);
  return bindTemplate({ schemaVersion: 1, name: 't', viewport: { width: 1, height: 1 }, elements }, values);
}

function suppliers(answer: Partial<AssetSuppliers> = {}): AssetSuppliers {
  return {
    readTemplateFile: (path) => Promise.resolve(path === 'logo.png' ? { hash: 'abc', bytes } : null),
    fetchImage: () => Promise.resolve({ ok: true, bytes }),
    maxImageBytes: 100,
    ...answer,
  };
}

const failing = (fault: 'value' | 'origin'): Partial<AssetSuppliers> => ({
  fetchImage: () => Promise.resolve({ ok: false, fault, detail: 'is not to be had.' }),
});

describe('collectAssets', () => {
  it('fetches one address once, however many name it, and keeps apart who did', async () => {
    let fetches = 0;
    const fetchImage = (): Promise<ImageAnswer> => Promise.resolve((fetches++, { ok: true, bytes }));
    const { assets, files } = await collectAssets(
      bound('{{a}}', '{{b}}', '{{d}}', url, 'logo.png'),
      suppliers({ fetchImage }),
    );
    assert.equal(fetches, 1);
    assert.deepEqual(
      Object.values(assets).map(({ variable, origin, hash: key }) => [variable, origin, key]),
      [
        ['a', 'caller', hash],
        ['b', 'caller', hash],
        ['d', 'caller', hash],
        [null, 'caller', hash],
        [null, 'template', 'abc'],
      ],
    );
    assert.deepEqual([...files.keys()], [hash, 'abc']);
  });

  it('blames a variable for its address, and the address for its server', async () => {
    await assert.rejects(collectAssets(bound('{{a}}'), suppliers(failing('value'))), (error) => {
      assert.ok(error instanceof VariableError);
      assert.equal(error.variable, 'a');
      assert.equal(error.message, 'Variable "a" is not to be had.');
      return true;
    });
    await assert.rejects(collectAssets(bound('{{b}}'), suppliers(failing('origin'))), (error) => {
      assert.ok(error instanceof RemoteImageError);
      return error.variable === 'b';
    });
    await assert.rejects(
      collectAssets(bound(url), suppliers(failing('origin'))),
      /^RemoteImageError: An image of the template/u,
    );
  });

  it('refuses files that the template does not have, and data: URLs that are too large', async () => {
    await assert.rejects(
      collectAssets(bound('{{path}}'), suppliers()),
      /Variable "path" names the file "no.png"/u,
    );
    await assert.rejects(
      collectAssets(bound('{{d}}'), suppliers({ maxImageBytes: 3 })),
      /holds 7 bytes; at most 3/u,
    );
  });

  it('stops the other fetches when one has failed', async () => {
    const stopped = Promise.withResolvers<void>();
    const fetchImage = (_: string, signal?: AbortSignal): Promise<ImageAnswer> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          stopped.resolve();
          reject(signal.reason as Error);
        });
      });
    await assert.rejects(collectAssets(bound('{{a}}', '{{path}}'), suppliers({ fetchImage })), VariableError);
    await stopped.promise;
  });
});
