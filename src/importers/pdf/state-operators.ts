/** Operators that change the graphics state and paint nothing. */
import { num, tag, writeTransform } from '../../render/svg/markup.ts';
import { multiply } from '../../render/geometry.ts';
import type { Content } from './content.ts';
import type { OperatorList } from './document.ts';
import { endText } from './draw-texts.ts';
import type { PdfFont } from './fonts.ts';
import { shadingPaint } from './paints.ts';
import { nextName, readApart, restore, save, transform, type Reading } from './reading.ts';
import { initialState, toMatrix, type State } from './state.ts';

type Operators = Readonly<Record<string, (reading: Reading, args: readonly unknown[]) => void>>;

const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Sets a key of the state to a number. */
function setter(key: { [Key in keyof State]: State[Key] extends number ? Key : never }[keyof State]) {
  return (reading: Reading, [value]: readonly unknown[]): void => {
    reading.state[key] = number(value);
  };
}

/** By the names that pdf.js has for operators. */
export const stateOperators: Operators = {
  save,
  restore,
  transform: (reading, args) => transform(reading, toMatrix(args as number[])),
  setLineWidth: setter('lineWidth'),
  setLineCap: setter('lineCap'),
  setLineJoin: setter('lineJoin'),
  setMiterLimit: setter('miterLimit'),
  setDash: (reading, [dash, phase]) => {
    reading.state.dash = Array.from(dash as ArrayLike<number>).map((length) => Math.max(0, number(length)));
    reading.state.dashPhase = number(phase);
  },
  setFillRGBColor: (reading, args) => {
    reading.state.fill = readColor(args);
  },
  setStrokeRGBColor: (reading, args) => {
    reading.state.stroke = readColor(args);
  },
  setFillTransparent: (reading) => {
    reading.state.fill = 'none';
  },
  setStrokeTransparent: (reading) => {
    reading.state.stroke = 'none';
  },
  clip: (reading) => {
    reading.clipping = 'nonzero';
  },
  eoClip: (reading) => {
    reading.clipping = 'evenodd';
  },
  beginText: ({ cursor }) => cursor.start(),
  endText,
  setCharSpacing: setter('charSpacing'),
  setWordSpacing: setter('wordSpacing'),
  setHScale: (reading, [percent]) => {
    reading.state.stretch = number(percent) / 100;
  },
  setLeading: (reading, [leading]) => {
    reading.state.leading = -number(leading);
  },
  setTextRenderingMode: setter('renderMode'),
  setTextRise: setter('rise'),
  moveText: ({ cursor }, [x, y]) => cursor.move(number(x), number(y)),
  setLeadingMoveText: (reading, [x, y]) => {
    reading.state.leading = number(y);
    reading.cursor.move(number(x), number(y));
  },
  setTextMatrix: ({ cursor }, [matrix]) => cursor.set(toMatrix(matrix as ArrayLike<number>)),
  nextLine: ({ cursor, state }) => cursor.move(0, state.leading),
};

/** A colour, which pdf.js has as `#rrggbb`. */
function readColor([color]: readonly unknown[]): string {
  return typeof color === 'string' && /^#[\da-f]{6}$/iu.test(color) ? color : '#000000';
}

/** Sets parameters of an `ExtGState`. */
export async function setGraphicsState(
  reading: Reading,
  entries: readonly (readonly [string, unknown])[],
): Promise<void> {
  for (const [key, value] of entries) {
    const { state } = reading;
    if (key === 'LW') state.lineWidth = number(value);
    else if (key === 'LC') state.lineCap = number(value);
    else if (key === 'LJ') state.lineJoin = number(value);
    else if (key === 'ML') state.miterLimit = number(value);
    else if (key === 'D') stateOperators['setDash']?.(reading, value as readonly unknown[]);
    else if (key === 'CA') state.strokeAlpha = number(value);
    else if (key === 'ca') state.fillAlpha = number(value);
    else if (key === 'BM') state.blend = typeof value === 'string' ? value : 'source-over';
    else if (key === 'Font') await setFont(reading, value as readonly unknown[]);
    else if (key === 'SMask') {
      state.mask = value === false || value === null ? null : reading.softMask;
      reading.softMask = null;
    } else if (key === 'TR' && value !== null)
      reading.builder.lose('', 'TR', 'Colours are not changed by transfer functions.');
  }
}

/** Sets the font and its size. */
export async function setFont(reading: Reading, [id, size]: readonly unknown[]): Promise<void> {
  reading.state.font = typeof id === 'string' ? ((await reading.find(id)) as PdfFont | null) : null;
  reading.state.fontSize = number(size);
}

type Tiling = readonly [
  kind: string,
  color: ArrayLike<number> | string | null,
  list: OperatorList,
  matrix: ArrayLike<number> | null,
  bbox: ArrayLike<number>,
  xStep: number,
  yStep: number,
  paintType: number,
];

/** Sets a pattern as the paint of fills or strokes. */
export async function setPattern(
  reading: Reading,
  key: 'fill' | 'stroke',
  args: readonly unknown[],
  write: (content: Content) => string,
): Promise<void> {
  const [kind, id, matrix] = args;
  const { base, definitions, builder } = reading;
  if (kind === 'TilingPattern') {
    reading.state[key] = await tilingPaint(reading, args as unknown as Tiling, write);
    return;
  }
  const space = matrix == null ? base : multiply(base, toMatrix(matrix as ArrayLike<number>));
  const shading = typeof id === 'string' ? await reading.find(id) : null;
  const paint = shadingPaint(shading, space, definitions);
  if (paint === null)
    builder.lose(
      nextName(reading, 'Gradient'),
      'shading',
      'Gradients between points of a mesh become a plain colour.',
    );
  reading.state[key] = paint ?? '#808080';
}

async function tilingPaint(
  reading: Reading,
  [, color, list, matrix, bbox, xStep, yStep, paintType]: Tiling,
  write: (content: Content) => string,
): Promise<string> {
  const { base, definitions } = reading;
  const own = initialState({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 });
  if (paintType === 2 && typeof color === 'string') Object.assign(own, { fill: color, stroke: color });
  const content = await readApart(reading, list, own);
  const [width, height] = [Math.abs(xStep), Math.abs(yStep)];
  if (content === undefined || width === 0 || height === 0) return 'none';
  const space = matrix === null ? base : multiply(base, toMatrix(matrix));
  const markup = write(content);
  const [x = 0, y = 0] = Array.from(bbox);
  const id = definitions.add('tile', (each) =>
    tag(
      'pattern',
      {
        id: each,
        patternUnits: 'userSpaceOnUse',
        x: num(x),
        y: num(y),
        width: num(width),
        height: num(height),
        patternTransform: writeTransform(space),
      },
      markup,
    ),
  );
  return `url(#${id})`;
}
