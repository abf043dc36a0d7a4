import { applyToPoint, compose, translate } from 'transformation-matrix';
import type { ReactNode } from 'react';
import { findRow, listGapBoxes } from '../../model/changes/gaps.ts';
import { handleOfCurve, readCurve } from '../../model/curve.ts';
import type { Design } from '../../model/design.ts';
import { findElements } from '../../model/elements.ts';
import { seenDocument } from '../../model/known-boxes.ts';
import { computeCorners, groupToPage, measureBounds, toPage } from '../../model/placement.ts';
import type { OnScreen } from '../../view/screen.ts';
import canvas from '../canvas.module.css';
import classes from './shaping.module.css';

type Selected = OnScreen & { readonly design: Design };

/** The handles of what is selected beside those of its box: the bend of a curve, the gaps of a row. */
export function ShapingHandles({ design, screen }: Selected): ReactNode {
  return (
    <>
      <BendHandle design={design} screen={screen} />
      <GapHandles design={design} screen={screen} />
    </>
  );
}

function BendHandle({ design, screen }: Selected): ReactNode {
  const [placed, ...others] = findElements(seenDocument(design), design.selection);
  if (placed?.element.type !== 'text' || others.length > 0) return null;
  const { path, width, height } = placed.element;
  const curve = readCurve(path ?? {});
  if (path === undefined || curve === null) return null;
  const at = handleOfCurve(curve);
  const matrix = compose(screen, toPage(placed));
  const { a, b, c, d, e, f } = matrix;
  const [scaleX, scaleY] = [width / 100, height / 100];
  const transform = `matrix(${[a * scaleX, b * scaleX, c * scaleY, d * scaleY, e, f].join(' ')})`;
  const place = applyToPoint(matrix, { x: at.x * scaleX, y: at.y * scaleY });
  return (
    <>
      <path d={path.d} transform={transform} className={classes.curve} />
      <circle
        cx={place.x}
        cy={place.y}
        r={6}
        className={`${canvas.knob} ${classes.bend}`}
        data-shaping="bend"
      />
    </>
  );
}

/** Bands on the screen that are narrower are caught in this breadth. */
const reach = 10;

function GapHandles({ design, screen }: Selected): ReactNode {
  const row = findRow(design);
  if (row === null) return null;
  const matrix = compose(screen, groupToPage({ groups: row.groups }));
  return listGapBoxes(row).map((box, index) => {
    const { x, y, width, height } = measureBounds(
      computeCorners(box, compose(matrix, translate(box.x, box.y))),
    );
    const isAcross = row.axis === 'x';
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const [wide, high] = isAcross ? [Math.max(reach, width), height] : [width, Math.max(reach, height)];
    const half = Math.min(9, (isAcross ? height : width) / 2);
    return (
      <g key={index} className={classes.gap}>
        <rect
          x={middleX - wide / 2}
          y={middleY - high / 2}
          width={wide}
          height={high}
          className={classes.band}
          style={{ cursor: isAcross ? 'ew-resize' : 'ns-resize' }}
          data-shaping={`gap ${index}`}
        />
        <line
          x1={isAcross ? middleX : middleX - half}
          y1={isAcross ? middleY - half : middleY}
          x2={isAcross ? middleX : middleX + half}
          y2={isAcross ? middleY + half : middleY}
          className={classes.grip}
        />
      </g>
    );
  });
}
