import type { TemplateBuilder } from '../builder.ts';
import type { Declaration } from './style-sheets.ts';

/** Adds the fonts that a design embeds, or has beside it, to the template. */
export async function addFonts(
  faces: readonly (readonly Declaration[])[],
  builder: TemplateBuilder,
): Promise<void> {
  for (const face of faces.slice(0, 100)) {
    const value = (name: string): string | undefined =>
      face.find((declaration) => declaration.name === name)?.value;
    const family = (value('font-family') ?? '').trim().replaceAll(/^["']|["']$/gu, '');
    const src = /url\(\s*(["']?)(.*?)\1\s*\)/su.exec(value('src') ?? '')?.[2];
    if (family === '' || src === undefined) continue;
    if (/^https?:/iu.test(src)) {
      builder.loseFont(family, `@font-face ${family}`, 'Fonts are not fetched; give its file.');
      continue;
    }
    const bytes = await builder.readPicture(src);
    if ('reason' in bytes) {
      builder.loseFont(family, `@font-face ${family}`, bytes.reason);
      continue;
    }
    const weight = { normal: 400, bold: 700 }[value('font-weight') ?? ''] ?? Number(value('font-weight'));
    const isItalic = /^(?:italic|oblique)/u.test(value('font-style') ?? '');
    const problem = builder.fonts.add(bytes, family, {
      ...(weight >= 1 && weight <= 1_000 && { weight: Math.min(900, Math.max(100, Math.round(weight))) }),
      style: isItalic ? 'italic' : 'normal',
    });
    if (problem !== null) builder.loseFont(family, `@font-face ${family}`, problem);
  }
}
