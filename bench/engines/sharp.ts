/** sharp alone, as the reference for AVIF: the pixels of Platen's page, drawn once, are encoded each time. */
import sharp from 'sharp';
import type { Engine } from './engine.ts';
import { start as startPlaten } from './platen.ts';
import { QUALITY, type Workload } from './workload.ts';

/** Draws the page once. The effort and the colours are those of Platen's AVIF files. */
export async function start(workload: Workload): Promise<Engine> {
  const platen = await startPlaten(workload);
  const page = sharp(await platen.render('png', 0)).toColourspace('srgb');
  const { data, info } = await page.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  await platen.close();
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  sharp.concurrency(1);
  return {
    version: `sharp ${sharp.versions.sharp ?? ''}`,
    render: async (format) => {
      if (format === 'png') return await sharp(data, { raw }).png().toBuffer();
      return await sharp(data, { raw })
        .avif({ quality: QUALITY, effort: 1, chromaSubsampling: '4:4:4' })
        .toBuffer();
    },
    close: () => Promise.resolve(),
  };
}
