import type { ImageElement } from '../../../../generated/template.ts';
import { canonicalColor, SRGB_COLOR_KINDS } from '../../../render/bind/colors.ts';
import { normalizePath } from '../../../render/bind/template-paths.ts';
import { colorsOfSvg } from '../../../render/vector/prepare/exchange-colors.ts';
import { sniffImageType } from '../../../common/pictures/sniff.ts';
import { escapePointer } from '../../../common/text/json-text.ts';
import { quoteValue } from '../../variables/types.ts';
import { toFindings, type ColorUse, type Findings, type TemplateProblem } from './problem.ts';

/** Checks the colours that an image exchanges; those of a file of the folder are looked up later. */
export function checkColors({ colors = {}, src }: ImageElement, pointer: string): Findings {
  const problems: TemplateProblem[] = [];
  const colorUses: ColorUse[] = [];
  const known = new Map<string, string>();
  const path = src.includes('{{') ? null : normalizePath(src.trim());
  for (const [key, paint] of Object.entries(colors)) {
    const at = `${pointer}/colors/${escapePointer(key)}`;
    const report = (detail: string) => void problems.push({ pointer: at, detail });
    const color = canonicalColor(key);
    if (color === null) {
      report(`${quoteValue(key)} is not a colour of an SVG: expected ${SRGB_COLOR_KINDS}.`);
      continue;
    }
    const earlier = known.get(color);
    if (earlier !== undefined) report(`${quoteValue(key)} is the same colour as ${quoteValue(earlier)}.`);
    known.set(color, key);
    if (typeof paint === 'object' && paint.type === 'conic')
      report('SVG has no conic gradients: expected a colour, or a linear or radial gradient.');
    if (path !== null) colorUses.push({ pointer: at, path, color, key });
  }
  return toFindings({ problems, colorUses });
}

/** Warns of colours that their SVG lacks. `read`: a file by its path; null if it cannot be read. */
export async function checkColorUses(
  uses: readonly ColorUse[],
  read: (path: string) => Promise<Uint8Array | null>,
): Promise<TemplateProblem[]> {
  const known = new Map<string, ReadonlySet<string> | null>();
  const warnings: TemplateProblem[] = [];
  for (const { pointer, path, color, key } of uses) {
    if (!known.has(path)) {
      const bytes = await read(path);
      if (bytes === null) continue;
      known.set(path, sniffImageType(bytes) === 'svg' ? colorsOfSvg(bytes) : null);
    }
    const colors = known.get(path) ?? null;
    if (colors?.has(color) === true) continue;
    const detail =
      colors === null
        ? `It changes nothing: ${quoteValue(path)} is not an SVG.`
        : `It changes nothing: ${quoteValue(path)} does not have the colour ${quoteValue(key)}. ` +
          `Its colours are ${listColors(colors)}.`;
    warnings.push({ pointer, detail });
  }
  return warnings;
}

/** More than a person reads are not listed. */
const maxListed = 10;

function listColors(colors: ReadonlySet<string>): string {
  const listed = [...colors].slice(0, maxListed).map((color) => color.replace(/ff$/u, ''));
  return `${listed.join(', ')}${colors.size > maxListed ? ' and others' : ''}`;
}
