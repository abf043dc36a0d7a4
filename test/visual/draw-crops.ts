/**
 * Draws contact sheets of the crops that `position: subject`, `attention` and the middle make of the pictures
 * in a folder: `npm run crops -- FROM TO`. A row has the picture with faces in red and the subject in blue,
 * then the three crops: tall ones of wide pictures, wide ones of others. Prints the processor time of the
 * searches, without decoding.
 */
import { mkdir, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';

import { searchPixels, FAR_FACES_PIXELS, type FoundFocus } from '../../src/render/images/focus/find-focus.ts';
import { placeFocus } from '../../src/render/images/focus/place-focus.ts';
import { image } from '../helpers/scenes.ts';

const [from = '', to = ''] = process.argv.slice(2);
const side = 220;
const rowsPerSheet = 24;
const columns = 3;
const label = 16;

interface Row {
  readonly name: string;
  readonly cells: readonly Uint8Array[];
}

await mkdir(to, { recursive: true });
const rows: Row[] = [];
const times: number[] = [];
for (const name of (await readdir(from)).toSorted()) rows.push(await drawRow(name));
for (let start = 0; start < rows.length; start += rowsPerSheet)
  await drawSheet(path.join(to, `${start / rowsPerSheet + 1}.png`), rows.slice(start, start + rowsPerSheet));
const at = (share: number): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
process.stdout.write(
  `${times.length} pictures; median ${at(0.5)} ms of processor time, 95 % at most ${at(0.95)}\n`,
);

async function drawRow(name: string): Promise<Row> {
  const upright = await sharp(await readFile(path.join(from, name)))
    .rotate()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const { width, height } = await sharp(upright).metadata();
  const factor = Math.sqrt(FAR_FACES_PIXELS / (width * height));
  const { data, info } = await sharp(upright)
    .resize(Math.round(width * factor), Math.round(height * factor), { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const before = process.cpuUsage();
  const focus = await searchPixels({ data, width: info.width, height: info.height }, 'subject');
  const used = process.cpuUsage(before);
  times.push(Math.round((used.user + used.system) / 1_000));
  const shape = width > height ? { width: side / 1.8, height: side } : { width: side, height: side / 1.8 };
  const box = { width: Math.round(shape.width), height: Math.round(shape.height) };
  const place = placeFocus(image({ x: 0, y: 0, ...box, asset: name }), { width, height }, focus);
  const attention = sharp(upright).resize(box.width, box.height, { position: 'attention' }).png();
  const cells = [
    await drawFound(upright, { width, height }, focus),
    typeof place === 'object'
      ? await cropAt(upright, { width, height }, box, place)
      : await attention.toBuffer(),
    await attention.toBuffer(),
    await sharp(upright).resize(box.width, box.height).png().toBuffer(),
  ];
  return { name: `${name}: ${focus.kind} ${focus.boxes.length}`, cells };
}

/** The picture with what was found. */
async function drawFound(
  picture: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  { kind, boxes }: FoundFocus,
): Promise<Uint8Array> {
  const scale = side / Math.max(width, height);
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  const frames = boxes.map(
    (box) =>
      `<rect x="${box.x * w}" y="${box.y * h}" width="${box.width * w}" height="${box.height * h}" fill="none"
        stroke="${kind === 'face' ? 'red' : 'blue'}" stroke-width="2"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${frames.join('')}</svg>`;
  return await sharp(await sharp(picture).resize(w, h).toBuffer())
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
}

async function cropAt(
  picture: Uint8Array,
  size: { readonly width: number; readonly height: number },
  box: { readonly width: number; readonly height: number },
  position: { readonly x: number; readonly y: number },
): Promise<Uint8Array> {
  const scale = Math.max(box.width / size.width, box.height / size.height);
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  return await sharp(await sharp(picture).resize(width, height, { fit: 'fill' }).toBuffer())
    .extract({
      left: Math.round((width - box.width) * position.x),
      top: Math.round((height - box.height) * position.y),
      ...box,
    })
    .png()
    .toBuffer();
}

async function drawSheet(file: string, sheet: readonly Row[]): Promise<void> {
  const rowWidth = 4 * (side + 8);
  const rowHeight = side + label + 6;
  const layers = sheet.flatMap(({ name, cells }, index) => {
    const left = (index % columns) * rowWidth;
    const top = Math.floor(index / columns) * rowHeight;
    const words = `<text x="2" y="12" font-family="Inter" font-size="12">${name}</text>`;
    const svg = 'xmlns="http://www.w3.org/2000/svg"';
    const text = `<svg ${svg} width="${rowWidth}" height="${label}">${words}</svg>`;
    return [
      { input: Buffer.from(text), left, top },
      ...cells.map((cellFile, cell) => ({
        input: Buffer.from(cellFile),
        left: left + cell * (side + 8),
        top: top + label,
      })),
    ];
  });
  const size = { width: columns * rowWidth, height: Math.ceil(sheet.length / columns) * rowHeight };
  await sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite(layers)
    .png()
    .toFile(file);
}
