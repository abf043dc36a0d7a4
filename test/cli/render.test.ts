import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { runCommand, startPlaten } from '../helpers/cli.ts';
import { makeZip } from '../helpers/zip.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-render-'));
after(() => rm(folder, { recursive: true }));

/** A page of one colour, which is a required variable; `extra` adds to the document. */
function makeDocument(extra: object = {}): string {
  return JSON.stringify({
    schemaVersion: 1,
    name: 'Page',
    viewport: { width: 40, height: 20 },
    background: '#ffffff',
    variables: [{ name: 'fill', type: 'text', label: 'Colour', required: true }],
    elements: [{ type: 'rect', id: 'r', x: 0, y: 0, width: 40, height: 20, fill: '{{fill}}' }],
    ...extra,
  });
}

async function writeTemplate(
  name: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<string> {
  const place = path.join(folder, name);
  await mkdir(place, { recursive: true });
  for (const [file, content] of Object.entries(files)) await writeFile(path.join(place, file), content);
  return place;
}

/** The colour in the middle of a picture. */
async function getColor(file: string): Promise<string> {
  const { data } = await sharp(file)
    .extract({ left: 20, top: 10, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `#${data.toString('hex')}`;
}

async function makePicture(background: string): Promise<Buffer> {
  return await sharp({ create: { width: 4, height: 4, channels: 3, background } })
    .png()
    .toBuffer();
}

describe('template render', { timeout: 900_000 }, () => {
  test("takes values as JSON, from a file, or from the folder's example.json", async () => {
    const place = await writeTemplate('values', {
      'template.json': makeDocument(),
      'example.json': '{"fill": "#ff0000"}',
    });
    const values = path.join(folder, 'values.json');
    await writeFile(values, '{"fill": "#0000ff"}');
    const out = path.join(folder, 'values.png');
    const render = async (from: string, ...words: string[]) => {
      const { code, stderr } = await runCommand(['template', 'render', from, '--out', out, ...words], {});
      return code === 0 ? await getColor(out) : stderr;
    };
    assert.equal(await render(place), '#ff0000');
    assert.equal(await render(place, '--vars', '{"fill": "#00ff00"}'), '#00ff00');
    assert.equal(await render(place, '--vars', values), '#0000ff');
    assert.match(await render(place, '--vars', '{}'), /"fill"/, 'example.json is not mixed in');
    assert.match(
      await render(place, '--vars', path.join(folder, 'none.json')),
      /cannot be read \(.*none\.json: no such file/,
    );

    const zip = path.join(folder, 'values.zip');
    const entries = ['template.json', 'example.json'].map(async (name) => {
      return { name: `values/${name}`, content: await readFile(path.join(place, name), 'utf8') };
    });
    await writeFile(zip, makeZip(await Promise.all(entries)));
    assert.equal(await render(zip), '#ff0000');

    await writeFile(values, '{"fill": ');
    assert.match(await render(place, '--vars', values), /values\.json is not JSON/);
    await writeFile(path.join(place, 'example.json'), '{"fill": "#ff0000", "other": "1"}');
    assert.match(await render(place), /example\.json: .*"other"/);
  });

  test('renders again on every change while it watches, broken templates included', async () => {
    const place = await writeTemplate('watched', { 'template.json': makeDocument() });
    const values = path.join(folder, 'watched.json');
    await writeFile(values, '{"fill": "#ff0000"}');
    // In the folder itself: what the command writes must not start another render.
    const out = path.join(place, 'out.png');
    const words = ['template', 'render', place, '--vars', values, '--out', out, '--watch', '--json'];
    const child = startPlaten(words, {});
    const exited = once(child, 'exit');
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    /** Waits for a render that satisfies `found`: a change may be seen in two steps. */
    const next = async (found: (answer: Answer, color: string) => boolean): Promise<void> => {
      for (;;) {
        const { value, done } = await lines.next();
        assert.ok(done !== true, 'it goes on');
        const answer = JSON.parse(String(value)) as Answer;
        if (found(answer, answer.error === undefined ? await getColor(out) : '')) return;
      }
    };
    const replace = async (name: string, content: string | Buffer) => {
      await writeFile(path.join(folder, 'replacement'), content);
      await rename(path.join(folder, 'replacement'), path.join(place, name));
    };

    await next((_answer, color) => color === '#ff0000');
    await writeFile(values, '{"fill": "#0000ff"}');
    await next((_answer, color) => color === '#0000ff');
    await replace('template.json', makeDocument({ elements: [], background: '#00ff00' }));
    await next((_answer, color) => color === '#00ff00');
    await replace('template.json', '{ "schemaVersion": 1,');
    await next(({ error }) => error?.problems[0]?.line === 1 && /not JSON/.test(error.problems[0].detail));
    const picture = { type: 'image', id: 'p', x: 0, y: 0, width: 40, height: 20, src: 'p/photo.png' };
    await writeFile(path.join(place, 'template.json'), makeDocument({ elements: [picture] }));
    await next(({ error }) => error?.problems[0]?.detail.includes('p/photo.png') === true);
    await mkdir(path.join(place, 'p'));
    await writeFile(path.join(place, 'p', 'photo.png'), await makePicture('#112233'));
    await next((_answer, color) => color === '#112233');
    await replace('p/photo.png', await makePicture('#445566'));
    await next((_answer, color) => color === '#445566');

    child.kill('SIGINT');
    assert.deepEqual((await exited).slice(0, 1), [0]);
    assert.equal((await lines.next()).done, true, 'nothing was rendered without a change');
  });

  test('a watched template that is not valid has a line for each problem', async () => {
    const place = await writeTemplate('broken', { 'template.json': makeDocument({ bleed: '1', name: 2 }) });
    const child = startPlaten(
      ['template', 'render', place, '--out', path.join(folder, 'b.png'), '--watch'],
      {},
    );
    const exited = once(child, 'exit');
    const lines = createInterface(child.stderr);
    const printed: string[] = [];
    for await (const line of lines) {
      printed.push(line);
      if (printed.length === 3) break;
    }
    assert.match(printed[0] ?? '', /^\d\d:\d\d:\d\d .*broken is not a valid template \(2 problems\)\.$/);
    for (const line of printed.slice(1))
      assert.match(line, /^template\.json:\d+:\d+ {2}\/(bleed|name): expected/);
    child.kill('SIGINT');
    assert.deepEqual((await exited).slice(0, 1), [0]);
  });

  test('warns about elements that are off the page, as validate does', async () => {
    const away = { type: 'rect', id: 'away', x: 900, y: 0, width: 9, height: 9, fill: 'red' };
    const place = await writeTemplate('away', { 'template.json': makeDocument({ elements: [away] }) });
    const words = [
      'template',
      'render',
      place,
      '--vars',
      '{"fill": "red"}',
      '--out',
      path.join(folder, 'away.png'),
    ];
    const { code, stdout } = await runCommand(words, {});
    assert.equal(code, 0);
    assert.match(stdout, /warning: template\.json:\d+:\d+ {2}\/elements\/0.*\(away\)/);
  });
});

interface Answer {
  readonly error?: {
    readonly problems: readonly { readonly detail: string; readonly line: number | null }[];
  };
}
