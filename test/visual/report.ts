import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { QualityCase } from './cases.ts';
import { caseDensity } from './cases.ts';
import type { Comparison } from './compare.ts';
import { differencePicture } from './compare.ts';
import type { Picture, RenderedCase } from './render-case.ts';

export interface ReportedCase {
  readonly quality: QualityCase;
  readonly rendered: RenderedCase;
  readonly reference: Picture;
  readonly comparison: Comparison;
  readonly faults: readonly string[];
}

const style = `
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem; color: #1a1a1a; background: #fff }
h2 { font-size: 1rem; margin: 0 }
section { border-top: 1px solid #ddd; padding: 1rem 0 }
section.red { border-left: 6px solid #c8102e; padding-left: 1rem }
section.accepted { border-left: 6px solid #e0a000; padding-left: 1rem }
p { margin: 0.2rem 0 }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem }
figure { margin: 0 }
figcaption { font-size: 0.8rem; color: #555 }
img { border: 1px solid #ddd; display: block }
.faults { color: #c8102e }
`;

/**
 * Writes `report.html` into this folder: every case with its reference, its rendering and their difference.
 */
export async function writeReport(cases: readonly ReportedCase[]): Promise<void> {
  const red = cases.filter(({ faults }) => faults.length > 0).length;
  const sections: string[] = [];
  for (const each of cases) sections.push(await renderSection(each));
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Platen beside Chromium</title>
<style>${style}</style>
<h1>Platen beside Chromium</h1>
<p>${cases.length} cases, ${red} below their goals. Differences are amplified three times.</p>
${sections.join('\n')}
</html>
`;
  await writeFile(path.join(import.meta.dirname, 'report.html'), page);
}

async function renderSection(each: ReportedCase): Promise<string> {
  const { quality, rendered, reference, comparison, faults } = each;
  const { width } = rendered.picture;
  const shownWidth = width / caseDensity(quality);
  const pictures = [
    ['Chromium', reference],
    ['Platen', rendered.picture],
    ['Difference', differencePicture(rendered.picture, reference)],
  ] as const;
  const figures: string[] = [];
  for (const [caption, picture] of pictures) {
    const source = `data:image/png;base64,${(await toPng(picture)).toString('base64')}`;
    figures.push(
      `<figure><figcaption>${caption}</figcaption>` +
        `<img src="${source}" width="${shownWidth}" alt="${caption}"></figure>`,
    );
  }
  const { luminance, colour, meanDifference, inkEdge, inkCentre, lines } = comparison;
  const numbers = [
    `SSIM ${luminance.toFixed(4)}, colour ${colour.toFixed(4)}`,
    `mean difference ${meanDifference.toFixed(2)} of 255`,
    `ink: edge ${inkEdge} px, centre ${inkCentre.toFixed(2)} px`,
    `${lines.count} lines: baselines ${lines.baseline.toFixed(3)} px, sides ${lines.side.toFixed(2)} px`,
  ];
  const kind = faults.length > 0 ? 'red' : quality.accepted ? 'accepted' : 'good';
  const remarks = [
    ...faults.map((fault) => `<p class="faults">${escapeHtml(fault)}</p>`),
    ...(quality.accepted ? [`<p>Accepted: ${escapeHtml(quality.accepted.reason)}</p>`] : []),
    ...rendered.warnings.map(({ code, detail }) => `<p>${code}: ${escapeHtml(detail)}</p>`),
  ];
  return `<section class="${kind}" id="${quality.name}">
<h2>${quality.name}</h2>
<p>${escapeHtml(quality.shows)}. ${numbers.join(' · ')}</p>
${quality.report === undefined ? '' : `<p><a href="${quality.report}">${quality.report}</a></p>`}
${remarks.join('\n')}
<div class="pictures">${figures.join('\n')}</div>
</section>`;
}

async function toPng({ data, width, height }: Picture): Promise<Buffer> {
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png()
    .toBuffer();
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
