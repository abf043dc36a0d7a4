/** A blog that follows docs/recipes/open-graph-*.md, beside a running Platen. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { queryRows } from '../../src/store/database.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { createFleet } from '../helpers/fleet.ts';
import { fileBlocks, shellBlocks } from '../helpers/markdown-blocks.ts';
import { checkedFetch } from '../helpers/requests.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Reads a page of docs/recipes. */
export const readRecipe = (page: string): Promise<string> =>
  readFile(path.join(root, 'docs', 'recipes', page), 'utf8');

export interface Platen {
  readonly url: string;
  /** Runs commands in Platen's own folder and returns what they print. */
  run(script: string, env?: Readonly<Record<string, string>>): Promise<string>;
  /** How many renders were charged since the start. */
  countRenders(): Promise<number>;
  close(): Promise<void>;
}

/** Starts Platen with an empty database. */
export async function startPlaten(): Promise<Platen> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-recipe-service-'));
  const fleet = createFleet(database, folder);
  const { url } = await fleet.serve();
  return {
    url,
    run: (script, env = {}) =>
      runScript(root, script, { DATABASE_URL: database.url, DATA_DIR: folder, PLATEN_URL: url, ...env }),
    async countRenders() {
      const rows = await queryRows<{ renders: number }>(
        database.db,
        'select coalesce(sum(renders), 0)::int as renders from quota_entries',
        {},
      );
      return rows[0]?.renders ?? Number.NaN;
    },
    async close() {
      await fleet.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the folder of a blog with the packages that `test/recipes/NAME` pins, or with none. */
export async function createBlog(name?: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-blog-'));
  if (name === undefined) {
    await writeFile(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    return folder;
  }
  for (const file of ['package.json', 'package-lock.json'])
    await cp(path.join(import.meta.dirname, name, file), path.join(folder, file));
  await runScript(folder, 'npm ci');
  return folder;
}

/** Runs the commands that all recipes for JavaScript begin with. */
export async function prepareBlog(platen: Platen, folder: string): Promise<void> {
  const page = await readRecipe('open-graph-pictures.md');
  const blocks = shellBlocks(page, 'Once: a template, a key and the client');
  const inBlog = blocks.filter((text) => text.startsWith('# after each new version'));
  assert.equal(inBlog.length, 1);
  await platen.run(blocks.filter((text) => !inBlog.includes(text)).join('\n'), { BLOG: folder });
  await runScript(folder, inBlog.join('\n'));
}

/** Writes the files that a page shows. */
export async function pasteFiles(page: string, folder: string): Promise<void> {
  const files = fileBlocks(await readRecipe(page));
  assert.ok(files.size > 0, page);
  for (const [name, text] of files) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/**
 * Runs commands in a folder as a person would, with the project's Node, and returns what they print. The
 * frameworks report nothing to their makers.
 */
export async function runScript(
  folder: string,
  script: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${script}`], {
    cwd: folder,
    env: { ...siteEnvironment(), ...more },
    maxBuffer: 1e8,
    timeout: 600_000,
  });
  return stdout;
}

/** The variables of the environment that programs of a blog get. */
export function siteEnvironment(): Record<string, string> {
  const kept = ['HOME', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const settings = Object.entries(process.env).flatMap(([name, value]) =>
    /^npm_config_(registry|cache|userconfig)$/i.test(name) && value !== undefined
      ? [[name, value] as const]
      : [],
  );
  return {
    PATH: [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter),
    ASTRO_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
    ...Object.fromEntries([...kept, ...settings]),
  };
}

/** The URL of the picture that a page names, as a crawler reads it. */
export function getPicture(html: string): string {
  const found = [...html.matchAll(/<meta property="og:image" content="([^"]*)"/g)].map(([, url = '']) => url);
  assert.equal(found.length, 1, html.slice(0, 2_000));
  return (found[0] ?? '').replaceAll(/&(?:amp|#38|#x26|#038);/g, '&');
}

/**
 * Fetches a picture as a crawler does, twice: it is a JPEG of 1200 × 630 pixels that shows something, and is
 * rendered once. Returns its values by the names of variables.
 */
export async function crawl(platen: Platen, url: string): Promise<Readonly<Record<string, string>>> {
  const before = await platen.countRenders();
  const response = await checkedFetch(url, { headers: { 'User-Agent': 'Twitterbot/1.0' } });
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.deepEqual(
    [response.status, response.headers.get('content-type')],
    [200, 'image/jpeg'],
    bytes.toString(),
  );
  const { width, height, format } = await sharp(bytes).metadata();
  assert.deepEqual([width, height, format], [1200, 630, 'jpeg']);
  const { channels } = await sharp(bytes).stats();
  assert.ok(channels.some(({ stdev }) => stdev > 10));
  assert.equal((await checkedFetch(url)).status, 200);
  assert.equal(await platen.countRenders(), before + 1);
  const parameters = [...new URL(url).searchParams].filter(([name]) => name.startsWith('v.'));
  return Object.fromEntries(parameters.map(([name, value]) => [name.slice(2), value]));
}

/** Fails if a picture with these values shows a text that is none of them, or any photo. */
export async function assertOwnTexts(
  platen: Platen,
  { templateId, apiKey }: { readonly templateId: string; readonly apiKey: string },
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const response = await checkedFetch(`${platen.url}/api/v1/templates/${templateId}/generate`, {
    method: 'POST',
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ variables, format: 'svg', options: { svgText: 'text' } }),
  });
  const svg = await response.text();
  assert.equal(response.status, 200, svg);
  assert.doesNotMatch(svg, /<image\b/);
  const texts = [...svg.matchAll(/<text\b[^>]*>([^]*?)<\/text>/g)].map(([, inside = '']) =>
    inside
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .trim(),
  );
  assert.ok(texts.length > 0, svg.slice(0, 2_000));
  const given = Object.values(variables).join('\n').replaceAll(/\s+/g, ' ').toLowerCase();
  const isGiven = (text: string): boolean => given.includes(text.replaceAll(/\s+/g, ' ').toLowerCase());
  // What the template adds to values.
  const foreign = texts.filter((text) => !isGiven(text.replace(/^(.+?)\s+·\s+\d+ min read$/, '$1')));
  assert.deepEqual(foreign, []);
}

/** The values of a `.env` file. */
export async function readEnvironment(folder: string): Promise<Record<string, string>> {
  const text = await readFile(path.join(folder, '.env'), 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const),
  );
}
