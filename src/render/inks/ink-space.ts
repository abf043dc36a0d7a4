import type { Cmyk } from '../../common/colors/ink-colors.ts';
import type { Inks } from './ink-color.ts';

/** Which inks colours have. Without named ones the space is DeviceCMYK. */
export interface InkSpace {
  readonly hasProcess: boolean;
  readonly spots: readonly { readonly name: string; readonly cmyk: Cmyk }[];
}

/** The smallest space that has all inks of some colours. */
export function findInkSpace(colors: readonly Inks[]): InkSpace {
  const spots = new Map(colors.flatMap((color) => color.spots).map(({ name, cmyk }) => [name, cmyk]));
  return {
    hasProcess: spots.size === 0 || colors.some(({ cmyk }) => cmyk.some((part) => part > 0)),
    spots: [...spots].map(([name, cmyk]) => ({ name, cmyk })),
  };
}

/** The components of a colour in a space. */
export function componentsOf({ cmyk, spots }: Inks, space: InkSpace): number[] {
  const tints = space.spots.map(({ name }) => spots.find((spot) => spot.name === name)?.tint ?? 0);
  return [...(space.hasProcess ? cmyk : []), ...tints];
}

/** How many components the colours of a space have. */
export function countComponents({ hasProcess, spots }: InkSpace): number {
  return (hasProcess ? 4 : 0) + spots.length;
}

/** A key of a space. */
export function keyOf({ hasProcess, spots }: InkSpace): string {
  return JSON.stringify([hasProcess, spots]);
}
