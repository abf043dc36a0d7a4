/**
 * dependency-cruiser refuses imports against the seams: each is planted in a small tree of files. The order
 * of folders has all folders of the tree, and stands in docs/architecture.md.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

/** A file, what it imports, and the rule that refuses it; null: it is accepted. */
const planted: readonly (readonly [from: string, to: string, rule: string | null])[] = [
  ['src/common/text/of-domain.ts', 'src/domain/quota/one.ts', 'common-runs-everywhere'],
  ['src/common/rows/of-command-line.ts', 'src/cli/one.ts', 'common-runs-everywhere'],
  ['src/common/rows/of-app.ts', 'studio/web/src/pages/one.ts', 'common-runs-everywhere'],
  ['src/common/pictures/of-node.ts', 'node:fs', 'common-runs-everywhere'],
  ['src/common/values/of-higher.ts', 'src/common/rows/one.ts', 'src-common-values-imports-downwards'],
  ['src/common/rows/of-lower.ts', 'src/common/values/one.ts', null],
  ['src/common/rows/of-layer.ts', 'src/async/one.ts', 'src-common-imports-downwards'],
  ['src/domain/of-common.ts', 'src/common/rows/one.ts', null],
  ['src/render/bind/of-common.ts', 'src/common/values/one.ts', null],
  ['src/render/bind/of-higher.ts', 'src/render/draw/one.ts', 'src-render-bind-imports-downwards'],
  ['src/render/draw/of-lower.ts', 'src/render/bind/one.ts', null],
  ['src/render/scene/of-bind.ts', 'src/render/bind/one.ts', 'src-render-scene-imports-downwards'],
  [
    'src/render/text/analyse/of-shape.ts',
    'src/render/text/shape/one.ts',
    'src-render-text-analyse-imports-downwards',
  ],
  [
    'src/render/text/shape/of-break.ts',
    'src/render/text/break/one.ts',
    'src-render-text-shape-imports-downwards',
  ],
  [
    'src/render/text/break/of-place.ts',
    'src/render/text/place/one.ts',
    'src-render-text-break-imports-downwards',
  ],
  [
    'src/render/text/place/of-draw.ts',
    'src/render/text/draw/one.ts',
    'src-render-text-place-imports-downwards',
  ],
  ['src/render/text/draw/of-place.ts', 'src/render/text/place/one.ts', null],
  ['src/render/text/break/of-analyse.ts', 'src/render/text/analyse/one.ts', null],
  ['src/render/svg/of-steps.ts', 'src/render/steps/one.ts', 'src-render-svg-imports-downwards'],
  ['src/domain/sessions/of-members.ts', 'src/domain/members/one.ts', 'src-domain-sessions-imports-downwards'],
  ['src/domain/files/of-batches.ts', 'src/domain/batches/one.ts', 'src-domain-files-imports-downwards'],
  ['src/domain/batches/of-previews.ts', 'src/domain/previews/one.ts', 'src-domain-batches-imports-downwards'],
  ['src/domain/previews/of-batches.ts', 'src/domain/batches/one.ts', null],
  ['src/store/of-domain.ts', 'src/domain/quota/one.ts', 'src-store-imports'],
  ['src/domain/of-command-line.ts', 'src/cli/one.ts', 'src-domain-imports-downwards'],
  ['src/cli/of-domain.ts', 'src/domain/quota/one.ts', null],
  ['src/cli/of-app.ts', 'studio/web/src/pages/one.ts', 'only-the-app-is-the-app'],
  ['studio/web/src/of-common.ts', 'src/common/rows/one.ts', null],
  ['studio/web/src/of-render.ts', 'src/render/bind/one.ts', 'studio-web-src-imports'],
  ['studio/web/src/of-domain.ts', 'src/domain/quota/one.ts', 'studio-web-src-imports'],
  [
    'studio/web/src/designer/model/of-state.ts',
    'studio/web/src/designer/state/one.ts',
    'studio-web-src-designer-model-imports-downwards',
  ],
  [
    'studio/web/src/designer/model/of-properties.ts',
    'studio/web/src/designer/properties/one.ts',
    'studio-web-src-designer-model-imports-downwards',
  ],
  [
    'studio/web/src/designer/layers/of-pages.ts',
    'studio/web/src/designer/pages/one.ts',
    'studio-web-src-designer-layers-imports-downwards',
  ],
  ['studio/web/src/designer/pages/of-model.ts', 'studio/web/src/designer/model/one.ts', null],
  ['handlers/of-domain.ts', 'src/domain/quota/one.ts', null],
  ['handlers/of-common.ts', 'src/common/rows/one.ts', null],
  ['studio/handlers/of-common.ts', 'src/common/rows/one.ts', null],
  ['handlers/of-render.ts', 'src/render/bind/one.ts', 'handlers-imports'],
  ['studio/handlers/of-store.ts', 'src/store/one.ts', 'studio-handlers-imports'],
];

test('an import against a seam is refused by its rule', async (t) => {
  const tree = await mkdtemp(path.join(tmpdir(), 'platen-seams-'));
  t.after(() => rm(tree, { recursive: true }));
  const files = new Map([
    ['package.json', '{ "type": "module" }'],
    ['tsconfig.json', '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }'],
  ]);
  for (const [from, to] of planted) {
    if (to.endsWith('.ts')) files.set(to, 'export const value = 1;\n');
    const target = to.endsWith('.ts') ? path.relative(path.dirname(from), to) : to;
    const specifier = target.startsWith('.') || target === to ? target : `./${target}`;
    files.set(from, `import * as imported from '${specifier}';\nexport const given = imported;\n`);
  }
  for (const [name, content] of files) {
    await mkdir(path.join(tree, path.dirname(name)), { recursive: true });
    await writeFile(path.join(tree, name), content);
  }
  const config = path.join(root, '.dependency-cruiser.cjs');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      config,
      '--output-type',
      'json',
      'src',
      'studio',
      'handlers',
    ],
    { cwd: tree, maxBuffer: 64 * 1024 * 1024 },
  );
  const { summary } = JSON.parse(stdout) as {
    readonly summary: { readonly violations: readonly Violation[] };
  };
  for (const [from, to, rule] of planted) {
    const found = summary.violations.filter((each) => each.from === from).map((each) => each.rule.name);
    if (rule === null) assert.deepEqual(found, [], `${from} → ${to}`);
    else assert.ok(found.includes(rule), `${from} → ${to}: ${found.join(', ')}`);
  }
});

test('each folder has its place in the order, which the documentation shows', async () => {
  const { forbidden } = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs')) as {
    readonly forbidden: readonly { readonly comment?: string }[];
  };
  const orders = new Map<string, string[]>();
  for (const { comment = '' } of forbidden) {
    const [, folder = '', order = ''] =
      /^The folders of (\S+) depend on each other in one direction: (.*)\.$/u.exec(comment) ?? [];
    if (folder !== '') orders.set(folder, order.split(' < '));
  }
  assert.ok(orders.size >= 5);
  const documentation = await readFile(path.join(root, 'docs/architecture.md'), 'utf8');
  const rows = documentation.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const [folder, order] of orders) {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true });
    const folders: string[] = [];
    for (const entry of entries) {
      // Git leaves empty folders where files were moved away.
      const isFolder = entry.isDirectory() && (await readdir(path.join(root, folder, entry.name))).length > 0;
      if (isFolder) folders.push(entry.name);
    }
    assert.deepEqual(order.toSorted(), folders.sort(), folder);
    assert.ok(
      rows.some(([, name, listed]) => name === `\`${folder}\`` && listed === order.join(', ')),
      `docs/architecture.md: ${folder}`,
    );
  }
});
