/** Texts look the same on machines with and without fonts of their own. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

import type { DrawnTexts } from './draw-texts.ts';
import { makeMachineFont } from './machine-font.ts';

const run = promisify(execFile);
/** `Blank` has no letters: it carries the text of pictures. */
const bundled = /^(?:Blank$|Inter|PlayfairDisplay|Noto(?:Sans|ColorEmoji))/;

let folder: string;
let withFont: DrawnTexts;
let without: DrawnTexts;

/** Draws the texts in a process whose user has the fonts of a folder, beside those of the system. */
async function draw(home: string): Promise<DrawnTexts> {
  const { DISABLE_SYSTEM_FONTS_LOAD: _, ...env } = process.env;
  const { stdout } = await run(process.execPath, [path.join(import.meta.dirname, 'draw-texts.ts')], {
    env: { ...env, HOME: home },
  });
  return JSON.parse(stdout) as DrawnTexts;
}

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'platen-fonts-'));
  const [rich, poor] = [path.join(folder, 'rich'), path.join(folder, 'poor')];
  await mkdir(path.join(rich, '.fonts'), { recursive: true });
  await mkdir(poor);
  await writeFile(path.join(rich, '.fonts/machine.ttf'), await makeMachineFont('Machine'));
  withFont = await draw(rich);
  without = await draw(poor);
});

after(() => rm(folder, { recursive: true }));

test('the canvas would use the fonts of the machine', () => {
  assert.ok(withFont.ofCanvas.includes('Machine'), withFont.ofCanvas.join());
});

test('texts use only bundled fonts', () => {
  for (const drawn of [withFont, without]) {
    for (const [name, fonts] of Object.entries(drawn.fonts)) {
      assert.ok(fonts.length > 0, name);
      for (const font of fonts) assert.match(font, bundled, name);
    }
  }
});

test('texts have the same pixels with and without fonts of the machine', () => {
  assert.deepEqual(withFont.pixels, without.pixels);
});
