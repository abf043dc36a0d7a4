import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { runCommand } from '../helpers/cli.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-convert-'));
after(() => rm(folder, { recursive: true }));

const design = {
  width: 400,
  height: 200,
  unit: 'px',
  dpi: 72,
  pages: [
    {
      background: '#ffffff',
      children: [
        { type: 'image', name: 'Photo', src: 'pictures/photo.png', x: 0, y: 0, width: 200, height: 200 },
        { type: 'image', name: 'Far', src: 'https://pictures.example/far.png', width: 9, height: 9 },
        {
          type: 'text',
          name: 'Title',
          fontFamily: 'Poppins',
          text: 'Dear {name}',
          x: 210,
          y: 20,
          width: 180,
          height: 40,
        },
      ],
    },
  ],
};

const place = path.join(folder, 'card.json');
await writeFile(place, JSON.stringify(design));
await mkdir(path.join(folder, 'pictures'));
const red = { width: 20, height: 20, channels: 3 as const, background: '#ff0000' };
await writeFile(path.join(folder, 'pictures/photo.png'), await sharp({ create: red }).png().toBuffer());

const convert = async (out: string, ...more: string[]) =>
  await runCommand(
    ['template', 'convert', place, '--out', path.join(folder, out), '--json', '--offline', ...more],
    {},
  );

describe('template convert', { timeout: 900_000 }, () => {
  test('compares the template with the design, and refuses a page that is not there', async () => {
    const svg = path.join(folder, 'card.svg');
    const rect = '<rect width="30" height="30" fill="#246"/>';
    await writeFile(svg, `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60">${rect}</svg>`);
    // Secrets leave the environment when the settings are read, so a second reading would find half of these.
    const signIn = {
      OIDC_ISSUER: 'https://sign-in.example',
      OIDC_CLIENT_ID: 'platen',
      OIDC_CLIENT_SECRET: 'a secret of the client',
    };
    const call = async (out: string, ...more: string[]) =>
      await runCommand(
        ['template', 'convert', svg, '--out', path.join(folder, out), '--json', ...more],
        signIn,
      );
    const { code: compared, stdout, stderr: faults } = await call('compared');
    assert.equal(compared, 0, faults);
    const { differingShare, losses } = JSON.parse(stdout) as { differingShare: number; losses: unknown[] };
    assert.deepEqual([differingShare, losses], [0, []]);
    for (const page of ['2', 'Back']) {
      const { code, stdout: said, stderr } = await call(`page-${page}`, '--page', page);
      assert.notEqual(code, 0);
      assert.match(said + stderr, page === '2' ? /there is no page 2/ : /must be a number from 1 to 1/);
    }
  });

  test('makes a folder that can be rendered, and lists every loss and variable', async () => {
    const { code, stdout } = await convert('card');
    assert.equal(code, 0);
    const losses = [
      { element: 'Far', property: 'src', reason: 'Nothing is fetched offline.' },
      {
        element: 'Title',
        property: 'fontFamily',
        reason: 'The font "Poppins" is not there; "Montserrat" stands in for it until its file is given.',
      },
    ];
    const variables = [
      { name: 'Photo', type: 'image', from: 'Photo' },
      { name: 'name', type: 'text', from: 'Title' },
    ];
    const templateFolder = path.join(folder, 'card');
    assert.deepEqual(JSON.parse(stdout), {
      templateFolder,
      format: 'polotno',
      kept: 2,
      pages: ['Page 1'],
      losses,
      variables,
      differingShare: null,
    });
    const picture = path.join(folder, 'card.png');
    const rendered = await runCommand(['template', 'render', templateFolder, '--out', picture], {});
    assert.equal(rendered.code, 0, rendered.stderr);
    const { data } = await sharp(picture)
      .extract({ left: 100, top: 100, width: 1, height: 1 })
      .raw()
      .toBuffer({
        resolveWithObject: true,
      });
    assert.deepEqual([...data.subarray(0, 3)], [255, 0, 0]);
  });

  test('takes the variables of a choice, and fonts that are given', async () => {
    const inter = 'node_modules/@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf';
    const { code, stdout } = await convert('chosen', '--variables', 'Photo', '--font', inter);
    assert.equal(code, 0, stdout);
    const document = JSON.parse(await readFile(path.join(folder, 'chosen/template.json'), 'utf8')) as {
      variables: { name: string }[];
      fonts: { family: string }[];
    };
    assert.deepEqual(
      document.variables.map(({ name }) => name),
      ['Photo'],
    );
    assert.deepEqual(
      document.fonts.map(({ family }) => family),
      ['Inter'],
    );
  });

  test('writes nothing where there is something already, or if it is no design', async () => {
    const taken = await convert('pictures');
    assert.equal(taken.code, 1);
    assert.match(taken.stdout + taken.stderr, /--out must be a new or empty folder/);
    const other = path.join(folder, 'other.txt');
    await writeFile(other, 'hello');
    const unknown = await runCommand(['template', 'convert', other, '--out', path.join(folder, 'none')], {});
    assert.equal(unknown.code, 1);
    assert.match(
      unknown.stderr,
      /other\.txt is not recognised as a design\. Name its format if it is one of psd/,
    );
    await assert.rejects(readFile(path.join(folder, 'none/template.json')));
  });
});
