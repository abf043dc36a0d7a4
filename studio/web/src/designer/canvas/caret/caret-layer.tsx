import type { CSSProperties, ReactNode } from 'react';
import type { Part } from './text-places.ts';
import type { CaretPlaces } from './use-text-places.ts';
import classes from './caret.module.css';

interface CaretLayerProps {
  readonly caret: CaretPlaces;
  readonly from: number;
  readonly to: number;
  /** The box of the element in the canvas. */
  readonly style: CSSProperties;
  /** CSS pixels of the screen for one of the box. */
  readonly scale: number;
  readonly isVertical: boolean;
}

/** The caret and what is selected, where the service has drawn the letters. */
export function CaretLayer({ caret, from, to, style, scale, isVertical }: CaretLayerProps): ReactNode {
  const { places, line, toRendered } = caret;
  const [start, end] = [toRendered(from), toRendered(to)];
  const thickness = 1.5 / scale;
  if (line !== null) {
    const at = places.caretAt(end);
    const parts =
      from === to ? [{ ...at, x: at.x - thickness / 2, width: thickness }] : places.partsOf(start, end);
    return (
      <svg className={classes.bent} style={style} aria-hidden>
        {parts.map((part, index) => (
          <polygon
            key={index}
            points={line
              .bend(part)
              .map(({ x, y }) => `${x},${y}`)
              .join(' ')}
            {...(from === to
              ? { className: classes.bentCaret, 'data-caret': true }
              : { className: classes.bentSelected, 'data-selected-part': true })}
          />
        ))}
      </svg>
    );
  }
  return (
    <div className={classes.layer} style={style} aria-hidden>
      {from === to ? (
        <div
          className={classes.caret}
          style={toCaret(places.caretAt(end), thickness, isVertical)}
          data-caret
        />
      ) : (
        places
          .partsOf(start, end)
          .map(({ x, y, width, height }, index) => (
            <div
              key={index}
              className={classes.selected}
              style={{ left: x, top: y, width, height }}
              data-selected-part
            />
          ))
      )}
    </div>
  );
}

function toCaret({ x, y, width, height }: Part, thickness: number, isVertical: boolean): CSSProperties {
  return isVertical
    ? { left: x, top: y - thickness / 2, width, height: thickness }
    : { left: x - thickness / 2, top: y, width: thickness, height };
}
