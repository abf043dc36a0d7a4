/** Fonts whose makers forbid that files contain them. */
import type { FontBook } from '../../fonts/font-book.ts';
import { allowsEmbedding } from '../../fonts/subset-font.ts';
import type { Fault } from './fault.ts';
import type { Mark } from './printed-marks.ts';

/** A warning for each such font that no element before had. `reported`: its families; this adds to it. */
export function findFontFaults(marks: readonly Mark[], fonts: FontBook, reported: Set<string>): Fault[] {
  const faces = new Set(marks.flatMap((mark) => (mark.kind === 'letters' ? [mark.run.face] : [])));
  return [...faces].flatMap((face): Fault[] => {
    const { name, isTemplateFont } = fonts.familyOf(face);
    const key = `${name} ${face.weights[0]} ${face.style}`;
    // Bundled fonts may be embedded.
    if (!isTemplateFont || reported.has(key)) return [];
    reported.add(key);
    const os2 = face.base.allTables.get('OS/2');
    if (allowsEmbedding(os2)) return [];
    const bits = ((os2?.[8] ?? 0) << 8) | (os2?.[9] ?? 0);
    return [
      {
        code: 'FONT_NOT_EMBEDDED',
        severity: 'error',
        detail:
          `The font ${JSON.stringify(name)} forbids that files contain it (fsType 0x${hex(bits)}): ` +
          'the PDF has outlines of its letters, without hinting. ' +
          'Ask its maker for a licence to embed it, or use another font.',
      },
    ];
  });
}

function hex(bits: number): string {
  return bits.toString(16).padStart(4, '0');
}
