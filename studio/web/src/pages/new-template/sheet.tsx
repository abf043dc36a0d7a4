import type { ReactNode } from 'react';
import classes from './new-template.module.css';

interface SheetProps {
  readonly width: number;
  readonly height: number;
  /** The side of the square that it fits into, in pixels. */
  readonly box: number;
}

/** A page in its proportions. */
export function Sheet({ width, height, box }: SheetProps): ReactNode {
  const scale = box / Math.max(width, height);
  // Of a very long page, a line remains.
  const side = (length: number) => Math.max(4, Math.round(length * scale));
  return <span className={classes.sheet} style={{ width: side(width), height: side(height) }} />;
}
