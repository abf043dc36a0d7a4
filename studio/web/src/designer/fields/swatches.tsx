import { ColorSwatch, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { isInkNotation } from '../../../../../src/common/colors/ink-colors.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import classes from './fields.module.css';
import { useInks } from './ink-picker.tsx';
import { inkToHex, type Inks } from './values/inks.ts';

const words = propertyWords.color;

interface SwatchesProps {
  readonly name: string;
  readonly colors: readonly string[];
  /** Their names, where they have some. */
  readonly titles?: ReadonlyMap<string, string>;
  readonly onPick: (color: string) => void;
}

/** Colors of one kind, as buttons. */
export function Swatches({ name, colors, titles, onPick }: SwatchesProps): ReactNode {
  if (colors.length === 0) return null;
  return (
    <div role="group" aria-label={name} className={classes.used}>
      {colors.map((each) => (
        <UnstyledButton
          key={each}
          aria-label={words.use(titles?.get(each) ?? each)}
          title={titles?.get(each) ?? each}
          className={classes.swatch}
          onClick={() => onPick(each)}
        >
          <Swatch color={each} size={20} />
        </UnstyledButton>
      ))}
    </div>
  );
}

/** A square of a color, whose edge is that of `classes.swatch` around it; transparent if it is no color. */
export function Swatch({ color, size }: { readonly color: string; readonly size: number }): ReactNode {
  const inks = useInks();
  return (
    <ColorSwatch
      size={size}
      radius={4}
      color={toHex(color, inks) ?? 'transparent'}
      withShadow={false}
      aria-hidden
    />
  );
}

/**
 * A color as `#rrggbb` or `#rrggbbaa`; null if it is none, such as that of a variable.
 *
 * @param inks of the document
 */
export function toHex(color: string, inks: Inks = []): string | null {
  if (isInkNotation(color)) return inkToHex(color, inks);
  if (color === '' || !CSS.supports('color', color)) return null;
  const context = document.createElement('canvas').getContext('2d')!;
  context.fillStyle = color;
  const shown = context.fillStyle;
  if (shown.startsWith('#')) return shown;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (shown.match(/[\d.]+/gu) ?? []).map(Number);
  const parts = [red, green, blue, Math.round(alpha * 255)];
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** A solid color needs no opacity. */
export function shortHex(color: string): string {
  return /^#[0-9a-f]{6}ff$/iu.test(color) ? color.slice(0, 7) : color;
}
