/** A page while its operators are read. */
import { multiply, type Bounds, type Matrix } from '../../render/geometry.ts';
import type { TemplateBuilder } from '../builder.ts';
import { Content, Definitions } from './content.ts';
import type { OpenDocument, OperatorList } from './document.ts';
import type { PageFonts } from './fonts.ts';
import { initialState, type State } from './state.ts';
import { TextCursor } from './text-lines.ts';
import type { TextLine } from './text-line.ts';

/** A group whose contents are being read. */
interface OpenGroup {
  readonly outer: Content;
  readonly smask: { readonly subtype?: string } | null;
}

/** What the operators of a page change. */
export interface Reading {
  readonly document: OpenDocument;
  /** Finds what operators name: pictures, fonts, shadings. */
  readonly find: (id: string) => Promise<unknown>;
  readonly builder: TemplateBuilder;
  readonly fonts: PageFonts;
  readonly definitions: Definitions;
  readonly page: Bounds;
  /** Reads more operators: those of a tile, or of a glyph. */
  readonly run: (list: OperatorList) => Promise<void>;
  readonly cursor: TextCursor;
  readonly stack: State[];
  readonly bases: Matrix[];
  readonly groups: OpenGroup[];
  /** Whether each part of marked content that is open is shown. */
  readonly shown: boolean[];
  readonly counts: Map<string, number>;
  content: Content;
  state: State;
  /** The user space of the page or form, in which patterns lie. */
  base: Matrix;
  clipping: 'nonzero' | 'evenodd' | null;
  /** Letters that will clip when the text object ends. */
  clippingLines: TextLine[];
  softMask: string | null;
  /** Tiles and glyphs in each other. */
  depth: number;
}

/** A reading that has not begun. */
export function startReading(
  parts: Pick<Reading, 'document' | 'find' | 'builder' | 'fonts' | 'run'>,
  { bounds, matrix }: { readonly bounds: Bounds; readonly matrix: Matrix },
): Reading {
  return {
    ...parts,
    definitions: new Definitions(),
    page: bounds,
    cursor: new TextCursor(),
    stack: [],
    bases: [],
    groups: [],
    shown: [],
    counts: new Map(),
    content: new Content(),
    state: initialState(matrix),
    base: matrix,
    clipping: null,
    clippingLines: [],
    softMask: null,
    depth: 0,
  };
}

/** Keeps the state, as `q` does. */
export function save(reading: Reading): void {
  reading.stack.push(reading.state);
  reading.state = { ...reading.state };
}

/** Takes the state that was kept last, as `Q` does. */
export function restore(reading: Reading): void {
  reading.state = reading.stack.pop() ?? reading.state;
}

/** Changes the user space, as `cm` does. */
export function transform(reading: Reading, matrix: Matrix): void {
  reading.state.matrix = multiply(reading.state.matrix, matrix);
}

/** The name of the next thing of a kind: `Path 3`. */
export function nextName({ counts }: Reading, kind: string): string {
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  return `${kind} ${count}`;
}

/** How many tiles and glyphs may be in each other. */
const maxDepth = 12;

/** Reads operators into a layer of their own, with a state of their own. Undefined if they lie too deep. */
export async function readApart(
  reading: Reading,
  list: OperatorList,
  state: State,
): Promise<Content | undefined> {
  if (reading.depth >= maxDepth) return undefined;
  const { content, state: before, base, stack } = reading;
  const [depth, ...open] = [reading.depth, stack.length];
  reading.content = new Content();
  reading.state = { ...state };
  reading.base = state.matrix;
  reading.depth += 1;
  await reading.run(list);
  const read = reading.content;
  reading.stack.length = open[0] ?? 0;
  reading.content = content;
  reading.state = before;
  reading.base = base;
  reading.depth = depth;
  return read;
}
