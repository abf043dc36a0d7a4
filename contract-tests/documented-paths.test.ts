/** Every path of the API, or of Studio's, that a document names is an operation of its contract. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { publicContract, studioContract } from '../test/helpers/contract-document.ts';

const root = path.join(import.meta.dirname, '..');
const documents = ['*.md', 'docs/**/*.md', 'clients/typescript/README.md', 'openapi.yaml'];
/** Versioned paths of others: OpenTelemetry's collector, a Go module. */
const foreign = new Set(['/v1/traces', '/v2/cmd/oapi-codegen']);
/** A method, where it is given, and a path with a version. */
const versionedPath =
  /(?:\b(GET|HEAD|POST|PUT|PATCH|DELETE) +)?[\w.:$/-]*?((?:\/studio)?(?:\/api)?\/v\d+\/[\w/{}$.-]*[\w}])/g;

interface Named {
  readonly place: string;
  readonly method: string | undefined;
  readonly named: string;
}

const operations = [publicContract, studioContract].flatMap(({ contract }) =>
  Object.entries(contract['paths'] as Record<string, object>).map(([template, methods]) => ({
    // A document writes {templateId}, TEMPLATE_ID, $id or an id.
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: Object.keys(methods).map((method) => method.toUpperCase()),
  })),
);

async function findNamed(): Promise<Named[]> {
  const found: Named[] = [];
  for await (const file of glob(documents, { cwd: root })) {
    const lines = (await readFile(path.join(root, file), 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      for (const [, method, named = ''] of line.matchAll(versionedPath)) {
        if (!foreign.has(named)) found.push({ place: `${file}:${index + 1}`, method, named });
      }
    }
  }
  return found;
}

test('every path that a document names exists, with its method', async () => {
  const named = await findNamed();
  assert.ok(named.length > 20, `${named.length} paths found`);
  assert.ok(new Set(named.map(({ place }) => place.split(':')[0])).size >= 8);
  const wrong = named.filter(
    ({ method, named }) =>
      !operations.some(
        ({ pattern, methods }) => pattern.test(named) && (method === undefined || methods.includes(method)),
      ),
  );
  assert.deepEqual(wrong, []);
});
