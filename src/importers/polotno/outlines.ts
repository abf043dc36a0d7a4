/** Outlines of Polotno's figures, drawn after their names, in a box of 100 × 100. */

/** Figures whose name says all of their geometry. */
const exact: Readonly<Record<string, string>> = {
  triangle: 'M50 0 100 100H0Z',
  rightTriangle: 'M0 0 100 100H0Z',
  diamond: 'M50 0 100 50 50 100 0 50Z',
  pentagon: 'M50 0 100 38 81 100H19L0 38Z',
  hexagon: 'M25 0H75L100 50 75 100H25L0 50Z',
  octagon: 'M29 0H71L100 29V71L71 100H29L0 71V29Z',
  star: 'M50 0 61.8 38.2H100L69.1 61.8 80.9 100 50 76.4 19.1 100 30.9 61.8 0 38.2H38.2Z',
  cross: 'M33.3 0H66.7V33.3H100V66.7H66.7V100H33.3V66.7H0V33.3H33.3Z',
  rightArrow: 'M0 25H60V0L100 50 60 100V75H0Z',
  leftArrow: 'M100 25H40V0L0 50 40 100V75H100Z',
  upArrow: 'M25 100V40H0L50 0 100 40H75V100Z',
  downArrow: 'M25 0V60H0L50 100 100 60H75V0Z',
};

/** Figures that the editor draws with other details. */
const alike: Readonly<Record<string, string>> = {
  arc: 'M0 100A50 100 0 0 1 100 100Z',
  asterisk1: getAsterisk(6, 0.16),
  asterisk2: getAsterisk(8, 0.12),
  bookmark: 'M0 0H100V100L50 72 0 100Z',
  butterfly:
    'M50 30C62 4 100-11 100 14C100 38 88 50 76 53C92 60 94 76 86 90C76 106 58 102 50 70' +
    'C42 102 24 106 14 90C6 76 8 60 24 53C12 50 0 38 0 14C0-11 38 4 50 30Z',
  cloud: 'M25 100A25 33 0 0 1 13 38A21 28 0 0 1 37 11A27 34 0 0 1 83 35A22 33 0 0 1 78 100Z',
  cylinder: 'M0 15A50 15 0 0 1 100 15V85A50 15 0 0 1 0 85Z',
  diamond2: 'M25 0H75L100 35 50 100 0 35Z',
  door: 'M0 100V50A50 50 0 0 1 100 50V100Z',
  drop1: 'M50 0C62 20 100 45 100 67A50 33 0 0 1 0 67C0 45 38 20 50 0Z',
  drop2: 'M0 0H50A50 50 0 1 1 0 50Z',
  explosion: getStar(12, 0.68),
  flag: 'M0 0H100L78 50 100 100H0Z',
  flower: getWaves(8, 0.22),
  frame: 'M0 0H100V100H0ZM14 14V86H86V14Z',
  heart1:
    'M50 100C18 74 0 52 0 29C0 12 12 0 27 0C37 0 46 6 50 16' +
    'C54 6 63 0 73 0C88 0 100 12 100 29C100 52 82 74 50 100Z',
  home: 'M50 0 100 45H88V100H12V45H0Z',
  home2: 'M50 0 100 45H88V100H62V62H38V100H12V45H0Z',
  hourglass: 'M0 0H100C100 30 70 40 60 50C70 60 100 70 100 100H0C0 70 30 60 40 50C30 40 0 30 0 0Z',
  house: 'M50 0 72 20V6H86V33L100 45V100H0V45Z',
  keyhole: 'M50 0A36 36 0 0 1 70 66L100 100H0L30 66A36 36 0 0 1 50 0Z',
  kiss: 'M0 0A50 50 0 0 0 100 0V100A50 50 0 0 0 0 100Z',
  leaf: 'M0 0H50A50 50 0 0 1 100 50V100H50A50 50 0 0 1 0 50Z',
  lightning1: 'M62 0 0 58H42L28 100 100 38H56Z',
  lightning2: 'M38 0H82L62 32H100L22 100 42 56H0Z',
  magnet: 'M0 0H30V50A20 20 0 0 0 70 50V0H100V50A50 50 0 0 1 0 50Z',
  mithosis: 'M50 22A27.3 50 0 1 1 50 78A27.3 50 0 1 1 50 22Z',
  orangeRicky: 'M66.7 0H100V100H0V50H66.7Z',
  party: getStar(16, 0.8),
  pillow: 'M0 0Q50 16 100 0Q84 50 100 100Q50 84 0 100Q16 50 0 0Z',
  polygon: 'M29 0H71L100 29V71L71 100H29L0 71V29Z',
  rainbow: 'M0 100A50 100 0 0 1 100 100H74A24 48 0 0 0 26 100Z',
  rhodeIsland: 'M33.3 0H100V50H66.7V100H0V50H33.3Z',
  shell:
    'M38 100H62L97 52A18 18 0 0 0 86 27A16 16 0 0 0 66 9.7' +
    'A18 18 0 0 0 34 9.7A16 16 0 0 0 14 27A18 18 0 0 0 3 52Z',
  shield1: 'M50 0C64 9 82 13 100 13V52C100 76 76 92 50 100C24 92 0 76 0 52V13C18 13 36 9 50 0Z',
  shield2: 'M0 0H100V55C100 78 78 92 50 100C22 92 0 78 0 55Z',
  skewedRectangle: 'M25 0H100L75 100H0Z',
  softFlower: getWaves(8, 0.1),
  softStar: getWaves(5, 0.18),
  speechBubble:
    'M12 0H88A12 12 0 0 1 100 12V66A12 12 0 0 1 88 78H46L22 100V78H12A12 12 0 0 1 0 66V12A12 12 0 0 1 12 0Z',
  stairs1: 'M0 100V75H25V50H50V25H75V0H100V100Z',
  stairs2: 'M0 100V66.7H33.3V33.3H66.7V0H100V33.3H66.7V66.7H33.3V100Z',
  teewee: 'M0 0H100V50H66.7V100H33.3V50H0Z',
};

/** The outline of a figure, and whether it is surely the editor's; null for a name that nobody knows. */
export function readOutline(subType: string): { readonly d: string; readonly isExact: boolean } | null {
  const isExact = Object.hasOwn(exact, subType);
  if (isExact || Object.hasOwn(alike, subType)) return { d: exact[subType] ?? alike[subType] ?? '', isExact };
  const blob = /^blob(?<number>[1-9]\d?)$/u.exec(subType)?.groups?.['number'];
  return blob === undefined ? null : { d: getBlob(Number(blob)), isExact };
}

type Point = readonly [x: number, y: number];

/** A star with straight edges; `inner` is the radius between its tips. */
function getStar(tips: number, inner: number): string {
  return polygon(around(2 * tips, (index) => (index % 2 === 0 ? 1 : inner)));
}

/** Bars that cross in their middle; `width` is half of theirs. */
function getAsterisk(arms: number, width: number): string {
  const notch = width / Math.sin(Math.PI / arms);
  const points = Array.from({ length: arms }, (_, arm): Point[] => {
    const angle = (arm / arms) * 2 * Math.PI;
    const place = (x: number, y: number): Point => [
      x * Math.cos(angle) - y * Math.sin(angle),
      x * Math.sin(angle) + y * Math.cos(angle),
    ];
    return [place(-width, -1), place(width, -1), place(width, -notch * Math.cos(Math.PI / arms))];
  }).flat();
  return polygon(stretched(points));
}

/** A round outline with waves. */
function getWaves(waves: number, depth: number): string {
  return smooth(around(waves * 6, (index) => 1 + depth * Math.cos((index * Math.PI) / 3)));
}

/** A blob: another one for each number, always the same for one. */
function getBlob(number: number): string {
  const angle = (part: number): number => (number * part) % (2 * Math.PI);
  return smooth(
    around(36, (index) => {
      const at = (index * Math.PI) / 18;
      return 1 + 0.16 * Math.cos(2 * at + angle(2.4)) + 0.12 * Math.cos(3 * at + angle(1.7));
    }),
  );
}

/** Points around a middle, the first one above it. */
function around(count: number, radius: (index: number) => number): Point[] {
  const points = Array.from({ length: count }, (_, index): Point => {
    const angle = (index / count) * 2 * Math.PI;
    return [Math.sin(angle) * radius(index), -Math.cos(angle) * radius(index)];
  });
  return stretched(points);
}

/** The points, so that their box is that of all figures. */
function stretched(points: readonly Point[]): Point[] {
  const stretch = (values: readonly number[]): ((value: number) => number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return (value) => rounded(((value - least) / (most - least)) * 100);
  };
  const [across, down] = [stretch(points.map(([x]) => x)), stretch(points.map(([, y]) => y))];
  return points.map(([x, y]) => [across(x), down(y)]);
}

function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`;
}

/** A closed Catmull-Rom spline through points, as Bézier curves. */
function smooth(points: readonly Point[]): string {
  const at = (index: number): Point => points.at(index % points.length) ?? [0, 0];
  const curves = points.map((point, index) => {
    const [before, next, after] = [at(index - 1), at(index + 1), at(index + 2)];
    const handle = (from: Point, [ax, ay]: Point, [bx, by]: Point): string =>
      `${rounded(from[0] + (bx - ax) / 6)} ${rounded(from[1] + (by - ay) / 6)}`;
    return `C${handle(point, before, next)} ${handle(next, after, point)} ${next[0]} ${next[1]}`;
  });
  const [x, y] = at(0);
  return `M${x} ${y}${curves.join('')}Z`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
