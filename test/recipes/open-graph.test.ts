/** The recipe for Open Graph pictures as files, as it is written, and in fresh clones of the blog. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { shellBlocks } from '../helpers/markdown-blocks.ts';
import {
  createBlog,
  pasteFiles,
  prepareBlog,
  readRecipe,
  runScript,
  startPlaten,
  type Platen,
} from './blog.ts';

const git = 'git -c user.name=Maya -c user.email=maya@example.com';

describe('Open Graph pictures as files', { timeout: 600_000 }, () => {
  let platen: Platen;
  let blog: string;
  before(async () => {
    [platen, blog] = await Promise.all([startPlaten(), createBlog()]);
    await prepareBlog(platen, blog);
    await pasteFiles('open-graph-pictures.md', blog);
    await runScript(
      blog,
      shellBlocks(await readRecipe('open-graph-pictures.md'), 'Pictures as files').join('\n'),
    );
  });
  after(async () => {
    await platen.close();
    await rm(blog, { recursive: true, force: true });
  });

  const pictures = async (folder: string): Promise<Record<string, string>> =>
    JSON.parse(await readFile(path.join(folder, 'public/og/index.json'), 'utf8')) as Record<string, string>;
  /** Clones the blog, installs its packages there and brings the secrets along. */
  const clone = async (name: string): Promise<string> => {
    const folder = path.join(blog, '..', `${path.basename(blog)}-${name}`);
    await runScript(
      blog,
      `git clone --quiet . '${folder}' && cp .env '${folder}' && cd '${folder}' && npm ci`,
    );
    return folder;
  };
  const build = (folder: string, env = {}): Promise<string> => runScript(folder, 'node build-og.mjs', env);

  test('are made once for each post', async () => {
    const index = await pictures(blog);
    assert.deepEqual(Object.keys(index).sort(), ['coffee', 'tea']);
    for (const file of Object.values(index)) {
      const { width, height, format } = await sharp(path.join(blog, 'public', file)).metadata();
      assert.deepEqual([width, height, format], [1200, 630, 'jpeg']);
    }
    assert.equal(await platen.countRenders(), 2);
    // No picture is asked for: nobody listens at this address.
    assert.equal(await build(blog, { PLATEN_URL: 'http://127.0.0.1:9' }), '');
    assert.deepEqual(await pictures(blog), index);
  });

  test('of a clone with pictures show a changed title, and only that is rendered', async () => {
    const before = await pictures(blog);
    await writeFile(path.join(blog, '.gitignore'), '.env\nnode_modules\n');
    await runScript(blog, `git init --quiet && git add . && ${git} commit --quiet --message one`);
    const change = "sed -i 's/at the mountain top/at sea level/' posts/tea.md";
    await runScript(blog, `${change} && ${git} commit --quiet --all --message two`);
    const folder = await clone('with');
    try {
      const rendered = await platen.countRenders();
      const output = await build(folder);
      const after = await pictures(folder);
      assert.equal(output, `public${after['tea']}\n`);
      assert.notEqual(after['tea'], before['tea']);
      assert.equal(after['coffee'], before['coffee']);
      assert.equal(await platen.countRenders(), rendered + 1);
      const files = readdirSync(path.join(folder, 'public/og')).sort();
      assert.deepEqual(
        files,
        [...Object.values(after).map((file) => path.basename(file)), 'index.json'].sort(),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('of a clone without pictures are fetched again for free', async () => {
    await runScript(blog, `git rm --quiet -r --cached public && ${git} commit --quiet --message three`);
    const folder = await clone('without');
    try {
      await build(folder);
      const rendered = await platen.countRenders();
      await rm(path.join(folder, 'public'), { recursive: true });
      assert.match(await build(folder), /^public\/og\/coffee-\w+\.jpg\npublic\/og\/tea-\w+\.jpg\n$/);
      assert.equal(await platen.countRenders(), rendered);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('are refused with the names of all posts whose texts do not fit', async () => {
    for (const name of ['long', 'longer']) {
      const title = 'A title that does not end '.repeat(10);
      await writeFile(path.join(blog, `posts/${name}.md`), `---\ntitle: ${title}\nauthor: Maya\n---\n`);
    }
    await assert.rejects(build(blog), (error: { stderr: string }) => {
      assert.match(error.stderr, /posts\/long\.md: .*headline.*90/);
      assert.match(error.stderr, /posts\/longer\.md: .*headline.*90/);
      return true;
    });
  });
});
