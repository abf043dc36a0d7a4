import { applyToPoint } from 'transformation-matrix';
import type { ReactNode } from 'react';
import type { TemplateDocument } from '../model/template.ts';
import type { OnScreen } from '../view/screen.ts';
import classes from './canvas.module.css';

/** The edges of the page, its bleed and its margins. */
export function PageFrame({
  document,
  screen,
  margins,
}: OnScreen & {
  readonly document: TemplateDocument;
  readonly margins: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>> | null;
}): ReactNode {
  const { viewport, bleed = 0 } = document;
  const rectangle = (left: number, top: number, right: number, bottom: number) => {
    const from = applyToPoint(screen, { x: left, y: top });
    const to = applyToPoint(screen, { x: right, y: bottom });
    return { x: from.x, y: from.y, width: Math.max(0, to.x - from.x), height: Math.max(0, to.y - from.y) };
  };
  const { width, height } = viewport;
  return (
    <>
      <rect className={classes.trim} {...rectangle(0, 0, width, height)} />
      {bleed > 0 ? (
        <rect
          className={classes.bleed}
          data-edge="bleed"
          {...rectangle(-bleed, -bleed, width + bleed, height + bleed)}
        />
      ) : null}
      {margins === null ? null : (
        <rect
          className={classes.margins}
          {...rectangle(margins.left, margins.top, width - margins.right, height - margins.bottom)}
        />
      )}
    </>
  );
}

/** Far beyond every canvas. */
const farAway = 20_000;

export function Guides({
  guides,
  screen,
}: OnScreen & {
  readonly guides: { readonly x: readonly number[]; readonly y: readonly number[] };
}): ReactNode {
  return (['x', 'y'] as const).flatMap((axis) =>
    guides[axis].map((at, index) => {
      const place = applyToPoint(screen, { x: at, y: at })[axis];
      const line =
        axis === 'x'
          ? { x1: place, x2: place, y1: 0, y2: farAway }
          : { y1: place, y2: place, x1: 0, x2: farAway };
      return (
        <g key={`${axis} ${index}`}>
          <line className={classes.guide} {...line} />
          <line
            className={classes.guideArea}
            {...line}
            data-guide={`${axis} ${index}`}
            style={{ cursor: axis === 'x' ? 'ew-resize' : 'ns-resize' }}
          />
        </g>
      );
    }),
  );
}
