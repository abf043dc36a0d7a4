/** Paths of shapes that are named by what they look like. */
import { curvedPaths } from './curved-paths.ts';
import { polygon, type Adjust, type Draw } from './path-data.ts';

/** A star: `inner` is the share of the radius at which its corners turn in. */
function star(count: number, inner: number): Draw {
  return (w, h, a) => {
    const share = a('adj', inner) * 2;
    return polygon(
      ...Array.from({ length: count * 2 }, (_, index) => {
        const angle = (index * Math.PI) / count - Math.PI / 2;
        const reach = index % 2 === 0 ? 1 : share;
        return [(w / 2) * (1 + reach * Math.cos(angle)), (h / 2) * (1 + reach * Math.sin(angle))] as const;
      }),
    );
  };
}

/** An arrow to the right; its head is `adj2` of the shorter side long, its shaft `adj1` of the height. */
function arrow(w: number, h: number, a: Adjust): readonly (readonly [number, number])[] {
  const head = w - Math.min(w, a('adj2', 0.5) * Math.min(w, h));
  const [top, bottom] = [(h / 2) * (1 - a('adj1', 0.5)), (h / 2) * (1 + a('adj1', 0.5))];
  return [
    [0, top],
    [head, top],
    [head, 0],
    [w, h / 2],
    [head, h],
    [head, bottom],
    [0, bottom],
  ];
}

/** The paths by the names of their shapes. */
export const presetPaths: ReadonlyMap<string, Draw> = new Map<string, Draw>([
  ...curvedPaths,
  ['triangle', (w, h, a) => polygon([w * a('adj', 0.5), 0], [w, h], [0, h])],
  ['flowChartExtract', (w, h) => polygon([w / 2, 0], [w, h], [0, h])],
  ['flowChartMerge', (w, h) => polygon([0, 0], [w, 0], [w / 2, h])],
  ['rtTriangle', (w, h) => polygon([0, 0], [w, h], [0, h])],
  ['diamond', (w, h) => polygon([w / 2, 0], [w, h / 2], [w / 2, h], [0, h / 2])],
  ['flowChartDecision', (w, h) => polygon([w / 2, 0], [w, h / 2], [w / 2, h], [0, h / 2])],
  [
    'parallelogram',
    (w, h, a) => {
      const x = Math.min(w, a('adj', 0.25) * Math.min(w, h));
      return polygon([x, 0], [w, 0], [w - x, h], [0, h]);
    },
  ],
  ['flowChartInputOutput', (w, h) => polygon([w / 5, 0], [w, 0], [(w * 4) / 5, h], [0, h])],
  [
    'trapezoid',
    (w, h, a) => {
      const x = Math.min(w / 2, a('adj', 0.25) * Math.min(w, h));
      return polygon([x, 0], [w - x, 0], [w, h], [0, h]);
    },
  ],
  [
    'hexagon',
    (w, h, a) => {
      const x = Math.min(w / 2, a('adj', 0.25) * Math.min(w, h));
      return polygon([x, 0], [w - x, 0], [w, h / 2], [w - x, h], [x, h], [0, h / 2]);
    },
  ],
  [
    'octagon',
    (w, h, a) => {
      const c = Math.min(0.5, a('adj', 0.29289)) * Math.min(w, h);
      return polygon([c, 0], [w - c, 0], [w, c], [w, h - c], [w - c, h], [c, h], [0, h - c], [0, c]);
    },
  ],
  ['pentagon', (w, h) => polygon([w / 2, 0], [w, h * 0.382], [w * 0.809, h], [w * 0.191, h], [0, h * 0.382])],
  [
    'homePlate',
    (w, h, a) => {
      const x = w - Math.min(w, a('adj', 0.5) * Math.min(w, h));
      return polygon([0, 0], [x, 0], [w, h / 2], [x, h], [0, h]);
    },
  ],
  [
    'chevron',
    (w, h, a) => {
      const x = Math.min(w, a('adj', 0.5) * Math.min(w, h));
      return polygon([0, 0], [w - x, 0], [w, h / 2], [w - x, h], [0, h], [x, h / 2]);
    },
  ],
  ['rightArrow', (w, h, a) => polygon(...arrow(w, h, a))],
  ['leftArrow', (w, h, a) => polygon(...arrow(w, h, a).map(([x, y]) => [w - x, y] as const))],
  ['downArrow', (w, h, a) => polygon(...arrow(h, w, a).map(([x, y]) => [y, x] as const))],
  ['upArrow', (w, h, a) => polygon(...arrow(h, w, a).map(([x, y]) => [y, h - x] as const))],
  [
    'leftRightArrow',
    (w, h, a) => {
      const right = arrow(w / 2, h, (name, usual) =>
        name === 'adj2'
          ? Math.min(w / 2, a('adj2', 0.5) * Math.min(w, h)) / Math.min(w / 2, h)
          : a(name, usual),
      );
      const shifted = right.map(([x, y]) => [x + w / 2, y] as const);
      return polygon(...shifted, ...shifted.map(([x, y]) => [w - x, y] as const).toReversed());
    },
  ],
  [
    'plus',
    (w, h, a) => {
      const c = Math.min(0.5, a('adj', 0.25)) * Math.min(w, h);
      return polygon(
        [c, 0],
        [w - c, 0],
        [w - c, c],
        [w, c],
        [w, h - c],
        [w - c, h - c],
        [w - c, h],
        [c, h],
        [c, h - c],
        [0, h - c],
        [0, c],
        [c, c],
      );
    },
  ],
  [
    'corner',
    (w, h, a) => {
      const [x, y] = [a('adj2', 0.5) * Math.min(w, h), h - a('adj1', 0.5) * Math.min(w, h)];
      return polygon([0, 0], [x, 0], [x, y], [w, y], [w, h], [0, h]);
    },
  ],
  [
    'snip1Rect',
    (w, h, a) => {
      const c = Math.min(0.5, a('adj', 0.16667)) * Math.min(w, h);
      return polygon([0, 0], [w - c, 0], [w, c], [w, h], [0, h]);
    },
  ],
  [
    'snip2SameRect',
    (w, h, a) => {
      const [t, b] = [a('adj1', 0.16667), a('adj2', 0)].map((each) => Math.min(0.5, each) * Math.min(w, h));
      const [c = 0, e = 0] = [t, b];
      return polygon([c, 0], [w - c, 0], [w, c], [w, h - e], [w - e, h], [e, h], [0, h - e], [0, c]);
    },
  ],
  [
    'snip2DiagRect',
    (w, h, a) => {
      const [one = 0, other = 0] = [a('adj1', 0), a('adj2', 0.16667)].map(
        (each) => Math.min(0.5, each) * Math.min(w, h),
      );
      return polygon(
        [one, 0],
        [w - other, 0],
        [w, other],
        [w, h - one],
        [w - one, h],
        [other, h],
        [0, h - other],
        [0, one],
      );
    },
  ],
  ['star4', star(4, 0.125)],
  [
    'star5',
    (w, h) => {
      const points = Array.from({ length: 10 }, (_, index) => {
        const angle = (index * Math.PI) / 5 - Math.PI / 2;
        const reach = index % 2 === 0 ? 1 : 0.381966;
        return [(reach * Math.cos(angle)) / 0.951057, (reach * Math.sin(angle) + 1) / 1.809017] as const;
      });
      return polygon(...points.map(([x, y]) => [(w / 2) * (1 + x), h * y] as const));
    },
  ],
  ['star6', star(6, 0.28868)],
  ['star8', star(8, 0.375)],
  ['star10', star(10, 0.42533)],
  ['star12', star(12, 0.375)],
  ['star16', star(16, 0.375)],
  ['star24', star(24, 0.375)],
  ['star32', star(32, 0.375)],
  [
    'frame',
    (w, h, a) => {
      const c = Math.min(0.5, a('adj1', 0.125)) * Math.min(w, h);
      return (
        polygon([0, 0], [w, 0], [w, h], [0, h]) + polygon([c, c], [c, h - c], [w - c, h - c], [w - c, c])
      );
    },
  ],
  [
    'halfFrame',
    (w, h, a) => {
      const [x, y] = [a('adj2', 0.33333) * Math.min(w, h), a('adj1', 0.33333) * Math.min(w, h)];
      return polygon([0, 0], [w, 0], [w - (y * w) / h, y], [x, y], [x, h - (x * h) / w], [0, h]);
    },
  ],
  ['diagStripe', (w, h, a) => polygon([0, h * a('adj', 0.5)], [w * a('adj', 0.5), 0], [w, 0], [0, h])],
  [
    'wedgeRectCallout',
    (w, h, a) => {
      const [x, y] = [w * (0.5 + a('adj1', -0.20833)), h * (0.5 + a('adj2', 0.625))];
      const isBelow = y > h / 2;
      const [left, right] = x < w / 2 ? [w / 6, (w * 5) / 12] : [(w * 7) / 12, (w * 5) / 6];
      return isBelow
        ? polygon([0, 0], [w, 0], [w, h], [right, h], [x, y], [left, h], [0, h])
        : polygon([0, 0], [left, 0], [x, y], [right, 0], [w, 0], [w, h], [0, h]);
    },
  ],
]);
