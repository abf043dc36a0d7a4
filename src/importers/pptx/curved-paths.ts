/** Paths of shapes with round sides, and of connectors. */
import { path, tidy, type Draw } from './path-data.ts';

function onEllipse(w: number, h: number, angle: number): string {
  return `${tidy((w / 2) * (1 + Math.cos(angle)))} ${tidy((h / 2) * (1 + Math.sin(angle)))}`;
}

/** Angles of handles are 60,000ths of a degree, here as shares of 100,000. */
function arcs(w: number, h: number, from: number, to: number): { start: string; arc: string } {
  const [start, end] = [from, to].map((share) => ((share * 100_000) / 60_000 / 180) * Math.PI);
  const turn = ((((end ?? 0) - (start ?? 0)) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
  const isLarge = turn > Math.PI ? 1 : 0;
  const arc = `A${tidy(w / 2)} ${tidy(h / 2)} 0 ${isLarge} 1 ${onEllipse(w, h, end ?? 0)}`;
  return { start: `M${onEllipse(w, h, start ?? 0)}`, arc };
}

/** The paths by the names of their shapes. */
export const curvedPaths: ReadonlyMap<string, Draw> = new Map<string, Draw>([
  [
    'donut',
    (w, h, a) => {
      const c = Math.min(0.5, a('adj', 0.25)) * Math.min(w, h);
      const ring = (x: number, sweep: number): string =>
        path`M${x} ${h / 2}A${w / 2 - x} ${h / 2 - x} 0 1 ${sweep} ${w - x} ${h / 2}` +
        path`A${w / 2 - x} ${h / 2 - x} 0 1 ${sweep} ${x} ${h / 2}Z`;
      return ring(0, 1) + ring(c, 0);
    },
  ],
  [
    'pie',
    (w, h, a) => {
      const { start, arc } = arcs(w, h, a('adj1', 0), a('adj2', 162));
      return start + arc + path`L${w / 2} ${h / 2}Z`;
    },
  ],
  [
    'chord',
    (w, h, a) => {
      const { start, arc } = arcs(w, h, a('adj1', 27), a('adj2', 162));
      return `${start}${arc}Z`;
    },
  ],
  [
    'arc',
    (w, h, a) => {
      const { start, arc } = arcs(w, h, a('adj1', 162), a('adj2', 0));
      return start + arc;
    },
  ],
  [
    'teardrop',
    (w, h) =>
      path`M0 ${h / 2}A${w / 2} ${h / 2} 0 0 1 ${w / 2} 0L${w} 0L${w} ${h / 2}` +
      path`A${w / 2} ${h / 2} 0 0 1 ${w / 2} ${h}A${w / 2} ${h / 2} 0 0 1 0 ${h / 2}Z`,
  ],
  [
    'heart',
    (w, h) =>
      path`M${w / 2} ${h / 4}C${w * 0.7083} ${-h / 3} ${w * 1.5208} ${h / 4} ${w / 2} ${h}` +
      path`C${-w * 0.5208} ${h / 4} ${w * 0.2917} ${-h / 3} ${w / 2} ${h / 4}Z`,
  ],
  ['bentConnector2', (w, h) => path`M0 0L${w} 0L${w} ${h}`],
  [
    'bentConnector3',
    (w, h, a) => {
      const x = w * a('adj1', 0.5);
      return path`M0 0L${x} 0L${x} ${h}L${w} ${h}`;
    },
  ],
  ['curvedConnector2', (w, h) => path`M0 0C${w / 2} 0 ${w} ${h / 2} ${w} ${h}`],
  [
    'curvedConnector3',
    (w, h, a) => {
      const x = w * a('adj1', 0.5);
      const start = path`M0 0C${x / 2} 0 ${x} ${h / 4} ${x} ${h / 2}`;
      return start + path`C${x} ${(h * 3) / 4} ${(x + w) / 2} ${h} ${w} ${h}`;
    },
  ],
]);
