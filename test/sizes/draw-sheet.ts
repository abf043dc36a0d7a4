import sharp from 'sharp';

interface Labelled {
  readonly label: string;
  readonly data: Uint8Array;
}

const cell = { width: 300, height: 240 };
const columns = 5;
const labelHeight = 20;

/** Draws pictures side by side, each with its label. */
export async function drawSheet(pictures: readonly Labelled[]): Promise<Buffer> {
  const rows = Math.ceil(pictures.length / columns);
  const layers = await Promise.all(
    pictures.map(async ({ label, data }, index) => {
      const [left, top] = [(index % columns) * cell.width, Math.floor(index / columns) * cell.height];
      const [width, height] = [cell.width - 12, cell.height - labelHeight - 8];
      const input = await sharp(data).resize({ width, height, fit: 'inside' }).png().toBuffer();
      const text = label.replaceAll(/[<&]/gu, ' ');
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width}" height="${labelHeight}"><text x="4" y="14" font-size="12" font-family="sans-serif">${text}</text></svg>`;
      return [
        { input: Buffer.from(svg), left, top },
        { input, left: left + 4, top: top + labelHeight },
      ];
    }),
  );
  const size = { width: columns * cell.width, height: rows * cell.height, channels: 3 as const };
  return await sharp({ create: { ...size, background: '#b8bcc4' } })
    .composite(layers.flat())
    .webp({ quality: 80 })
    .toBuffer();
}
