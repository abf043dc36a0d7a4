/** Colour spaces of inks (ISO 32000-1, 8.6.6): DeviceCMYK, Separation, DeviceN. */
import { PDFName, type PDFContext, type PDFObject } from 'pdf-lib';

import type { Cmyk } from '../../common/colors/ink-colors.ts';
import type { InkSpace } from './ink-space.ts';

/** Writes a space. */
export function writeInkSpace(context: PDFContext, { hasProcess, spots }: InkSpace): PDFObject {
  const [first] = spots;
  if (first === undefined) return PDFName.of('DeviceCMYK');
  const separations = spots.map(({ name, cmyk }) =>
    context.obj([
      'Separation',
      toName(name),
      'DeviceCMYK',
      { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [...cmyk], N: 1 },
    ]),
  );
  if (spots.length === 1 && !hasProcess) return separations[0] ?? PDFName.of('DeviceCMYK');
  const process = hasProcess ? processNames : [];
  const parts: readonly Cmyk[] = [...(hasProcess ? processInks : []), ...spots.map(({ cmyk }) => cmyk)];
  const transform = context.stream(writeMixture(parts), {
    FunctionType: 4,
    Domain: parts.flatMap(() => [0, 1]),
    Range: [0, 1, 0, 1, 0, 1, 0, 1],
  });
  const colorants = context.obj({});
  for (const [index, { name }] of spots.entries()) {
    const separation = separations[index];
    if (separation !== undefined) colorants.set(toName(name), separation);
  }
  return context.obj([
    'DeviceN',
    [...process.map((name) => PDFName.of(name)), ...spots.map(({ name }) => toName(name))],
    'DeviceCMYK',
    context.register(transform),
    { Subtype: 'DeviceN', Colorants: colorants },
  ]);
}

const processNames = ['Cyan', 'Magenta', 'Yellow', 'Black'];
const processInks: readonly Cmyk[] = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
];

/** Names are UTF-8 (ISO 32000-1, 7.3.5). */
function toName(name: string): PDFName {
  return PDFName.of(Buffer.from(name, 'utf8').toString('latin1').replaceAll('#', '#23'));
}

/** A PostScript function that adds up the process inks of all components, at most all of each. */
function writeMixture(parts: readonly Cmyk[]): string {
  const count = parts.length;
  const sums = [0, 1, 2, 3].map((ink) => {
    const added = parts.map((part, index) => {
      const amount = part[ink] ?? 0;
      return amount === 0 ? '' : ` ${count + ink - index} index ${amount} mul add`;
    });
    return `0${added.join('')} dup 1 gt {pop 1} if`;
  });
  return `{${sums.join(' ')} ${count + 4} 4 roll${' pop'.repeat(count)}}`;
}
