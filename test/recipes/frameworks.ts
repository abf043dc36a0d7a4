/**
 * The recipes for Astro, Next.js, Eleventy and WordPress, each with the real program: the files and commands
 * of a page make a blog, whose pictures are then fetched as a crawler does. `npm run test:recipes`.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findFreePort } from '../helpers/free-port.ts';
import { shellBlocks } from '../helpers/markdown-blocks.ts';
import { fetchExternal } from '../helpers/requests.ts';
import {
  assertOwnTexts,
  crawl,
  createBlog,
  pasteFiles,
  getPicture,
  prepareBlog,
  readEnvironment,
  readRecipe,
  runScript,
  siteEnvironment,
  startPlaten,
  type Platen,
} from './blog.ts';
import { createWordPress, type WordPress } from './wordpress.ts';

interface Framework {
  readonly name: string;
  readonly posts: string;
  /** What the front matter of its posts has, too. */
  readonly more: string;
  /** The HTML of built posts. */
  read(folder: string, slugs: readonly string[]): Promise<string[]>;
}

const readFrom =
  (pattern: string) =>
  (folder: string, slugs: readonly string[]): Promise<string[]> =>
    Promise.all(slugs.map((slug) => readFile(path.join(folder, pattern.replace('SLUG', slug)), 'utf8')));

const frameworks: readonly Framework[] = [
  { name: 'astro', posts: 'src/content/blog', more: '', read: readFrom('dist/blog/SLUG/index.html') },
  { name: 'next', posts: 'posts', more: '', read: readFromServer },
  {
    name: 'eleventy',
    posts: 'posts',
    more: 'layout: post.njk\n',
    read: readFrom('_site/posts/SLUG/index.html'),
  },
];

/** The HTML that `next start` serves. */
async function readFromServer(folder: string, slugs: readonly string[]): Promise<string[]> {
  const port = await findFreePort();
  const program = path.join(folder, 'node_modules/next/dist/bin/next');
  const args = [program, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...siteEnvironment(), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    for await (const line of child.stdout) if (String(line).includes('Ready')) break;
    return await Promise.all(
      slugs.map(async (slug) => {
        const response = await fetchExternal(`http://127.0.0.1:${port}/blog/${slug}`);
        assert.equal(response.status, 200);
        return await response.text();
      }),
    );
  } finally {
    child.kill();
    await ended;
  }
}

/** As `create-next-app` makes it. */
const rootLayout = `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

const coffee = (more: string, title: string): string =>
  [
    '---',
    `title: ${title}`,
    "author: 'Jörg O''Brien'",
    'description: >',
    '  One line',
    '  and another',
    'tags: [a]',
    `${more}---`,
    'Text.',
    '',
  ].join('\n');

for (const { name, posts, more, read } of frameworks) {
  describe(`the recipe for ${name}`, { timeout: 900_000 }, () => {
    const page = `open-graph-${name}.md`;
    let platen: Platen;
    let blog: string;
    let build: string;
    before(async () => {
      [platen, blog] = await Promise.all([startPlaten(), createBlog(name)]);
      await prepareBlog(platen, blog);
      await pasteFiles(page, blog);
      build = shellBlocks(await readRecipe(page), 'Build')[0] ?? '';
      if (name === 'next') await writeFile(path.join(blog, 'app/layout.tsx'), rootLayout);
    });
    after(async () => {
      await platen.close();
      await rm(blog, { recursive: true, force: true });
    });
    const write = (slug: string, text: string): Promise<void> =>
      writeFile(path.join(blog, posts, `${slug}.md`), text);
    const getPictures = async (slugs: readonly string[]): Promise<string[]> =>
      (await read(blog, slugs)).map(getPicture);

    test('makes pictures with a URL for each post', async () => {
      await write('coffee', coffee(more, '\'Kaffee & "Kekse": <süß> 100 %\''));
      await runScript(blog, build);
      const urls = await getPictures(['tea', 'coffee']);
      assert.equal(await platen.countRenders(), 0);
      const settings = await readEnvironment(blog);
      const { PLATEN_API_KEY: apiKey = '', PLATEN_TEMPLATE: templateId = '' } = settings;
      const values: Readonly<Record<string, string>>[] = [];
      for (const url of urls) values.push(await crawl(platen, url));
      for (const variables of values) await assertOwnTexts(platen, { templateId, apiKey }, variables);
      assert.deepEqual(
        values.map(({ headline, author }) => [headline, author]),
        [
          ['Tea: at the mountain top', 'Maya'],
          ['Kaffee & "Kekse": <süß> 100 %', "Jörg O'Brien"],
        ],
      );

      // The same posts in a build that has the settings in its environment.
      const rendered = await platen.countRenders();
      await rename(path.join(blog, '.env'), path.join(blog, 'moved.env'));
      await runScript(blog, build, settings);
      await rename(path.join(blog, 'moved.env'), path.join(blog, '.env'));
      assert.deepEqual(await getPictures(['tea', 'coffee']), urls);

      // A changed title.
      await write('coffee', coffee(more, 'Coffee'));
      await runScript(blog, build);
      const changed = await getPictures(['tea', 'coffee']);
      assert.equal(changed[0], urls[0]);
      assert.notEqual(changed[1], urls[1]);
      assert.equal(await platen.countRenders(), rendered);
    });

    test('names all posts whose titles are too long', async () => {
      const title = 'A title that does not end '.repeat(10).trim();
      for (const slug of ['long', 'longer']) await write(slug, coffee(more, title));
      await assert.rejects(
        runScript(blog, build),
        ({ stdout, stderr }: { stdout: string; stderr: string }) => {
          assert.match(stdout + stderr, /\blong\b.*headline.*90/);
          assert.match(stdout + stderr, /\blonger\b.*headline.*90/);
          return true;
        },
      );
    });
  });
}

describe('the recipe for wordpress', { timeout: 900_000 }, () => {
  let platen: Platen;
  let site: WordPress;
  let cards: string;
  before(async () => {
    platen = await startPlaten();
    const commands = shellBlocks(await readRecipe('open-graph-wordpress.md')).join('\n');
    cards = await mkdtemp(path.join(tmpdir(), 'platen-card-'));
    site = await createWordPress(await platen.run(commands, { BLOG: cards }));
    await pasteFiles('open-graph-wordpress.md', path.join(site.folder, 'wordpress'));
  });
  after(async () => {
    await platen.close();
    for (const folder of [site.folder, cards]) await rm(folder, { recursive: true, force: true });
  });
  const save = async (post: Readonly<Record<string, string | number>>): Promise<number> => {
    const values = JSON.stringify({ post_status: 'publish', post_author: 1, post_content: 'Text.', ...post });
    const encoded = Buffer.from(values).toString('base64');
    // WordPress expects the slashes that PHP once added to what forms sent.
    return Number(
      await site.run(`echo wp_insert_post(wp_slash(json_decode(base64_decode('${encoded}'), true)), true);`),
    );
  };

  test('makes pictures with a URL for each post', async () => {
    const tea = await save({
      post_title: 'Kaffee & "Kekse": süß 100 %',
      post_excerpt: 'Two\nlines',
    });
    const kana = await save({ post_title: '山の上のお茶' });
    const urls = (await site.read([tea, kana])).map(getPicture);
    assert.equal(await platen.countRenders(), 0);
    const values: Readonly<Record<string, string>>[] = [];
    for (const url of urls) values.push(await crawl(platen, url));
    assert.deepEqual(
      values.map(({ headline }) => headline),
      ['Kaffee & “Kekse”: süß 100 %', '山の上のお茶'],
    );
    assert.ok(values.every(({ author, publication }) => author === 'admin' && publication !== ''));
    const rendered = await platen.countRenders();
    assert.deepEqual((await site.read([tea, kana])).map(getPicture), urls);
    await save({ ID: kana, post_title: 'Tea' });
    const changed = (await site.read([tea, kana])).map(getPicture);
    assert.equal(changed[0], urls[0]);
    assert.notEqual(changed[1], urls[1]);
    assert.equal(await platen.countRenders(), rendered);
  });

  test('shortens titles that are too long', async () => {
    const long = await save({ post_title: 'A title that does not end '.repeat(10).trim() });
    const [html = ''] = await site.read([long]);
    await crawl(platen, getPicture(html));
  });

  test('leaves pages that are no post alone', async () => {
    assert.doesNotMatch(await site.readPage(2), /og:image/);
  });
});
