import type { ReactNode } from 'react';
import classes from './parts.module.css';

/** Modules of white around a code, as readers need them. */
const quietZone = 4;

/** A QR code, dark on white in every theme. */
export function QrCode({
  rows,
  label,
}: {
  /** `1` is dark. */
  readonly rows: readonly string[];
  readonly label: string;
}): ReactNode {
  const size = rows.length + 2 * quietZone;
  const path = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(
      ({ 0: { length }, index }) => `M${index + quietZone} ${y + quietZone}h${length}v1h-${length}z`,
    ),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes.qrCode}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
