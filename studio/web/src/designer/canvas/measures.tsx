import { applyToPoint } from 'transformation-matrix';
import { useEffect, useState, type ReactNode } from 'react';
import { formatNumber } from '../../formats.ts';
import type { OnScreen } from '../view/screen.ts';
import classes from './canvas.module.css';
import type { Distance } from '../state/gesture.ts';

/** Distances as lines with their numbers. */
export function Measures({
  measures,
  screen,
}: OnScreen & { readonly measures: readonly Distance[] }): ReactNode {
  return measures.map(({ from, to, length }, index) => {
    const [start, end] = [applyToPoint(screen, from), applyToPoint(screen, to)];
    return (
      <g key={index} className={classes.measure} data-measure={length}>
        <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} />
        <text x={(start.x + end.x) / 2} y={(start.y + end.y) / 2}>
          {formatNumber(length)}
        </text>
      </g>
    );
  });
}

/** Whether the Alt key is held. */
export function useAltKey(): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const follow = ({ altKey }: KeyboardEvent) => setHeld(altKey);
    const release = () => setHeld(false);
    window.addEventListener('keydown', follow);
    window.addEventListener('keyup', follow);
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keydown', follow);
      window.removeEventListener('keyup', follow);
      window.removeEventListener('blur', release);
    };
  }, []);
  return isHeld;
}
