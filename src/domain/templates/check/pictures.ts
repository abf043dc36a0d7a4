import type { Crop, ImageElement } from '../../../../generated/template.ts';
import { toFindings, merge, problemAt, type Findings, type TemplateProblem } from './problem.ts';
import { checkColors } from './svg-colors.ts';

/** Checks how an image shows its picture. */
export function checkPicture(element: ImageElement, pointer: string): Findings {
  const { crop } = element;
  return merge([
    crop === undefined ? toFindings({}) : checkCrop(crop, `${pointer}/crop`),
    toFindings({ warnings: checkTiles(element, pointer) }),
    checkColors(element, pointer),
  ]);
}

/** Finds keys that change nothing with this fit. */
function checkTiles({ fit, tileWidth, position }: ImageElement, pointer: string): TemplateProblem[] {
  const warn = (key: string, detail: string) => ({ pointer: `${pointer}/${key}`, detail });
  if (fit !== 'tile')
    return tileWidth === undefined
      ? []
      : [warn('tileWidth', 'It changes nothing: only the fit "tile" repeats the picture.')];
  return position === undefined || position === 'absolute'
    ? []
    : [warn('position', 'It changes nothing: tiles begin at the top left corner of the box.')];
}

/** Finds parts of which nothing is in the picture, and those that reach beyond its edge. */
function checkCrop({ x = 0, y = 0, width, height }: Crop, pointer: string): Findings {
  const sides = [
    ['x', x, 'width', width, 'right'],
    ['y', y, 'height', height, 'lower'],
  ] as const;
  return merge(
    sides.map(([startKey, start, key, length, edge]) => {
      if (start >= 1) {
        const detail = `A part that begins at ${start}, the ${edge} edge of the picture, has nothing of it.`;
        return problemAt(`${pointer}/${startKey}`, detail);
      }
      // Fractions such as 0.1 and 0.9 need not make exactly 1.
      if (length === undefined || start + length <= 1 + 1e-9) return toFindings({});
      const end = Number((start + length).toFixed(4));
      const detail = `The part ends at ${end}, beyond the ${edge} edge of the picture, and is cut there.`;
      return toFindings({ warnings: [{ pointer: `${pointer}/${key}`, detail }] });
    }),
  );
}
