import sharp from 'sharp';
import { describeLeftOut } from '../render/attached-pdfs.ts';
import { RenderInputError } from '../render/errors.ts';
import { checkPixels, inspectImage } from '../render/images/decode.ts';
import { endsEarly, noteEarlyEnd } from '../render/images/early-end.ts';
import { describeDamage, readableBytes } from '../render/images/repair.ts';
import { openProfile, ProfileError } from '../render/inks/output-profile.ts';
import type { SceneChart } from '../render/scene/chart.ts';
import { prepareSvg } from '../render/vector/prepare/prepare-svg.ts';
import type { FileFinding, FileToCheck } from './messages.ts';

/** The size at which an SVG is drawn for the check: about the largest on a card, and still cheap. */
const svgCheckSidePx = 2048;

/**
 * Decodes a whole file of a template. Returns what was found. Call it in a renderer process only: hostile
 * files may crash or hang the decoder. What charts, PDFs and fonts need is loaded for them alone: most
 * processes check a picture, and loading the rest takes longer than that.
 */
export async function checkFile(file: FileToCheck): Promise<FileFinding> {
  if (file.kind === 'chart') return await checkChart(file.bytes);
  if (file.kind === 'pdf') return await checkAttached(file.bytes);
  if (file.kind === 'profile') return checkProfile(file.bytes);
  if (file.kind === 'font') return await checkFontFile(file.bytes);
  return await checkImage(file.bytes, file.maxPixels);
}

async function checkChart(bytes: Uint8Array): Promise<string | null> {
  const [{ runChart }, { FontBook }] = await Promise.all([
    import('../render/charts/run-chart.ts'),
    import('../render/fonts/font-book.ts'),
  ]);
  const chart = JSON.parse(new TextDecoder().decode(bytes)) as SceneChart;
  try {
    await runChart(chart, new FontBook());
    return null;
  } catch (error) {
    if (!(error instanceof RenderInputError)) throw error;
    return error.reason.replace(`The element "${chart.id}" `, '');
  }
}

async function checkAttached(bytes: Uint8Array): Promise<FileFinding> {
  const [{ checkPdf }, { PdfError }] = await Promise.all([
    import('../render/foreign-pdfs/check-pdf.ts'),
    import('../render/foreign-pdfs/objects.ts'),
  ]);
  try {
    const leftOut = await checkPdf(bytes);
    return leftOut.length === 0 ? null : { notes: [describeLeftOut(leftOut)] };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return error.reason;
  }
}

function checkProfile(bytes: Uint8Array): string | null {
  try {
    openProfile(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return `${error.message}.`;
  }
}

async function checkFontFile(bytes: Uint8Array): Promise<FileFinding> {
  const { checkFont } = await import('./font-check.ts');
  try {
    return checkFont(bytes);
  } catch (error) {
    return `is not a font that can be read (${firstLine(error)}); accepted are ttf, otf, woff and woff2.`;
  }
}

async function checkImage(bytes: Uint8Array, maxPixels: number): Promise<FileFinding> {
  const reference = { hash: '', origin: 'template', kind: 'image', variable: null } as const;
  try {
    const source = { bytes, reference, key: '' };
    let info = await inspectImage(source, maxPixels);
    checkPixels(source, info, maxPixels);
    if (info.type === 'jpeg' && !info.isRepaired && (await endsEarly(bytes, maxPixels))) {
      noteEarlyEnd(bytes);
      info = await inspectImage(source, maxPixels);
    }
    const readable = info.type === 'svg' ? prepareSvg(bytes) : await readableBytes(source, info, maxPixels);
    const decoder = sharp(readable, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true });
    if (info.type !== 'svg') {
      // One pixel takes every pixel into account, in less time and memory than `stats`.
      await decoder.resize(1, 1, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
      const damage = describeDamage(info.share);
      return damage === null ? null : { notes: [damage] };
    }
    await decoder.resize(svgCheckSidePx, svgCheckSidePx, { fit: 'inside' }).raw().toBuffer();
    return null;
  } catch (error) {
    if (error instanceof RenderInputError)
      return error.reason.replace(/^The file "" /u, '').replace(/\.?$/u, '.');
    const reason = firstLine(error);
    return (
      `is not a picture that can be decoded (${reason}): it is damaged or cut off. ` +
      'Copy or download it again.'
    );
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0]?.trim() ?? '';
}
