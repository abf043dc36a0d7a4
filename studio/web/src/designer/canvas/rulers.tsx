import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useDesigner } from '../state/use-designer.ts';
import classes from './canvas.module.css';
import { chooseTicks, rulerBreadth, ticksBetween, type GuideAxis } from './guides.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';

/** Rulers in the document's unit at the canvas's top and left. Guides are dragged out of them. */
export function Rulers(): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const unit = useDesigner(({ design }) => design.document.viewportUnit ?? 'px');
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize(entry.contentRect);
    });
    observer.observe(root.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={root} className={classes.rulers} aria-hidden>
      <Ruler axis="x" length={size.width} />
      <Ruler axis="y" length={size.height} />
      <span className={classes.rulerUnit}>{unit}</span>
    </div>
  );
}

/** `x` is the ruler along the top: horizontal guides are dragged out of it. */
function Ruler({ axis, length }: { readonly axis: GuideAxis; readonly length: number }): ReactNode {
  const view = useDesigner((state) => state.view);
  const document = useDesigner(({ design }) => design.document);
  const factor = view.zoom * pixelsPerUnit(document);
  const { major, minor } = chooseTicks(factor);
  const from = (rulerBreadth - view[axis]) / factor;
  const to = (length - view[axis]) / factor;
  const isAcross = axis === 'x';
  return (
    <svg className={isAcross ? classes.rulerAcross : classes.rulerDown} data-ruler={isAcross ? 'y' : 'x'}>
      {ticksBetween(from, to, minor).map((at) => {
        const isMajor = Math.abs(at / major - Math.round(at / major)) < 1e-6;
        const place = view[axis] + at * factor;
        const start = isMajor ? 6 : 12;
        return (
          <g key={at} transform={isAcross ? `translate(${place} 0)` : `translate(0 ${place})`}>
            <line
              {...(isAcross
                ? { x1: 0, x2: 0, y1: start, y2: rulerBreadth }
                : { y1: 0, y2: 0, x1: start, x2: rulerBreadth })}
            />
            {isMajor ? (
              <text
                {...(isAcross
                  ? { x: 3, y: 10 }
                  : { x: -3, y: 10, transform: 'rotate(-90)', textAnchor: 'end' })}
              >
                {at}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}
