/** Fonts that an operator installed are drawn where templates name them. */
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';

import { runCommand } from '../helpers/cli.ts';

const root = path.join(import.meta.dirname, '../..');
const folder = await mkdtemp(path.join(tmpdir(), 'platen-fonts-dir-'));
after(() => rm(folder, { recursive: true }));
const fontsDir = path.join(folder, 'fonts');
const place = path.join(folder, 'template');
await mkdir(fontsDir);
await mkdir(place);
await cp(path.join(root, 'samples/event-ticket/space-grotesk-700.woff2'), path.join(fontsDir, 'g.woff2'));
await writeFile(
  path.join(place, 'template.json'),
  JSON.stringify({
    schemaVersion: 1,
    name: 'Installed',
    viewport: { width: 200, height: 60 },
    elements: [
      {
        type: 'text',
        id: 't',
        x: 0,
        y: 0,
        width: 200,
        height: 60,
        text: 'Agent',
        fontFamily: 'Space Grotesk',
        fontWeight: 700,
        fontSize: 32,
      },
    ],
  }),
);

test('a family of FONTS_DIR is valid, drawn, and embedded; without it, it is refused', async () => {
  const withFonts = { FONTS_DIR: fontsDir };
  const valid = await runCommand(['template', 'validate', place, '--json'], withFonts);
  assert.equal(valid.code, 0, valid.stdout + valid.stderr);
  const refused = await runCommand(['template', 'validate', place, '--json'], {});
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /Space Grotesk\\" is neither in \\"fonts\\" nor in the catalogue/);

  for (const format of ['pdf', 'svg', 'png']) {
    const out = path.join(folder, `out.${format}`);
    const args = ['template', 'render', place, '--format', format, '--out', out, '--json'];
    const { code, stdout, stderr } = await runCommand(args, withFonts);
    assert.equal(code, 0, stdout + stderr);
    assert.doesNotMatch(stdout, /FONT_UNKNOWN/);
    if (format === 'pdf') assert.match(await listFonts(await readFile(out)), /\+SpaceGrotesk/);
  }
});

async function listFonts(pdf: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(pdf);
  const names = context.enumerateIndirectObjects().map(([, object]) => {
    const name = object instanceof PDFDict ? object.get(PDFName.of('BaseFont')) : undefined;
    return name instanceof PDFName ? name.decodeText() : '';
  });
  return names.join(' ');
}
