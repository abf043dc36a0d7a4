/** The points of a path: where its lines and curves meet, each with the handles of its curves. */
import { SVGPathData } from 'svg-pathdata';
import type { Box, Point } from './placement.ts';

export interface PathNode extends Point {
  /** The handle of the curve that comes in, and of that which goes out. A straight line has none. */
  readonly in?: Point;
  readonly out?: Point;
}

export interface SubPath {
  readonly nodes: readonly PathNode[];
  readonly isClosed: boolean;
}

/** A point by its place: of the part of the path, and in it. */
export interface NodePlace {
  readonly path: number;
  readonly node: number;
}

export type Side = 'in' | 'out';

/** Paths with more points are traced pictures: nobody edits them one by one. */
const maxNodes = 400;

/** The points of path data, as lines and cubic curves; null: it cannot be read, or has too many. */
export function readNodes(d: string): readonly SubPath[] | null {
  let commands: SVGPathData['commands'];
  try {
    commands = new SVGPathData(d).toAbs().normalizeHVZ(false).normalizeST().qtToC().aToC().commands;
  } catch {
    return null;
  }
  if (commands.length > maxNodes) return null;
  const paths: { nodes: PathNode[]; isClosed: boolean }[] = [];
  for (const command of commands) {
    if (command.type === SVGPathData.MOVE_TO) {
      paths.push({ nodes: [{ x: command.x, y: command.y }], isClosed: false });
    } else if (command.type === SVGPathData.CLOSE_PATH) {
      const last = paths.at(-1);
      if (last !== undefined) closeLast(last);
    } else if (command.type === SVGPathData.LINE_TO) {
      begin(paths);
      paths.at(-1)!.nodes.push({ x: command.x, y: command.y });
    } else if (command.type === SVGPathData.CURVE_TO) {
      begin(paths);
      const { nodes } = paths.at(-1)!;
      const from = nodes.pop()!;
      const { x1, y1, x2, y2, x, y } = command;
      // A handle that lies on its point is none.
      nodes.push(
        x1 === from.x && y1 === from.y ? from : { ...from, out: { x: x1, y: y1 } },
        x2 === x && y2 === y ? { x, y } : { x, y, in: { x: x2, y: y2 } },
      );
    }
  }
  return paths.some(({ nodes }) => nodes.length > 1) ? paths : null;
}

/** After `Z`, a line begins where the part before did. */
function begin(paths: { nodes: PathNode[]; isClosed: boolean }[]): void {
  const last = paths.at(-1);
  const { x = 0, y = 0 } = last?.nodes[0] ?? {};
  if (last === undefined || last.isClosed) paths.push({ nodes: [{ x, y }], isClosed: false });
}

function closeLast(path: { nodes: PathNode[]; isClosed: boolean }): void {
  path.isClosed = true;
  const [first, last] = [path.nodes[0]!, path.nodes.at(-1)!];
  if (path.nodes.length < 2 || Math.hypot(first.x - last.x, first.y - last.y) > 1e-6) return;
  path.nodes.pop();
  if (last.in !== undefined) path.nodes[0] = { ...first, in: last.in };
}

/** The path data of points. */
export function writeNodes(paths: readonly SubPath[]): string {
  return paths
    .map(({ nodes, isClosed }) => {
      const [first, ...others] = nodes;
      if (first === undefined) return '';
      const parts = [`M ${write(first)}`];
      for (const [index, node] of others.entries()) parts.push(segment(nodes[index]!, node));
      const last = nodes.at(-1)!;
      if (isClosed && (last.out !== undefined || first.in !== undefined)) parts.push(segment(last, first));
      return [...parts, ...(isClosed ? ['Z'] : [])].join(' ');
    })
    .join(' ');
}

function segment(from: PathNode, to: PathNode): string {
  if (from.out === undefined && to.in === undefined) return `L ${write(to)}`;
  return `C ${write(from.out ?? from)} ${write(to.in ?? to)} ${write(to)}`;
}

function write({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 1e3) / 1e3 + 0;
}

/** The rectangle around path data. */
export function boundsOfPath(d: string): Box {
  const { minX, minY, maxX, maxY } = new SVGPathData(d).toAbs().getBounds();
  return { x: minX, y: minY, width: maxX - minX, height: maxY - minY };
}

/** All points in their order. */
export function listPlaces(paths: readonly SubPath[]): readonly NodePlace[] {
  return paths.flatMap(({ nodes }, path) => nodes.map((_node, node) => ({ path, node })));
}

/** The point at a place. */
export function nodeAt(paths: readonly SubPath[], { path, node }: NodePlace): PathNode | undefined {
  return paths[path]?.nodes[node];
}

function changeNodes(
  paths: readonly SubPath[],
  index: number,
  change: (nodes: readonly PathNode[], isClosed: boolean) => readonly PathNode[],
): readonly SubPath[] {
  return paths.map((each, at) =>
    at === index ? { ...each, nodes: change(each.nodes, each.isClosed) } : each,
  );
}

function changeNode(paths: readonly SubPath[], at: NodePlace, change: (node: PathNode) => PathNode) {
  return changeNodes(paths, at.path, (nodes) =>
    nodes.map((each, index) => (index === at.node ? change(each) : each)),
  );
}

/** Moves a point with its handles. */
export function moveNode(paths: readonly SubPath[], at: NodePlace, by: Point): readonly SubPath[] {
  const move = ({ x, y }: Point): Point => ({ x: x + by.x, y: y + by.y });
  return changeNode(paths, at, (node) => ({
    ...move(node),
    ...(node.in === undefined ? {} : { in: move(node.in) }),
    ...(node.out === undefined ? {} : { out: move(node.out) }),
  }));
}

/** Moves a handle. That on the other side of a smooth point turns with it, unless it is free. */
export function moveControl(
  paths: readonly SubPath[],
  at: NodePlace,
  side: Side,
  to: Point,
  isFree: boolean,
): readonly SubPath[] {
  return changeNode(paths, at, (node) => {
    const other: Side = side === 'in' ? 'out' : 'in';
    const [own, opposite] = [node[side], node[other]];
    const moved = { ...node, [side]: to };
    if (isFree || own === undefined || opposite === undefined || !isSmooth(node)) return moved;
    const length = Math.hypot(opposite.x - node.x, opposite.y - node.y);
    const reach = Math.hypot(to.x - node.x, to.y - node.y) || 1;
    return {
      ...moved,
      [other]: {
        x: node.x - ((to.x - node.x) * length) / reach,
        y: node.y - ((to.y - node.y) * length) / reach,
      },
    };
  });
}

/** Whether a curve goes through a point without a corner. */
export function isSmooth(node: PathNode): boolean {
  if (node.in === undefined || node.out === undefined) return false;
  const [a, b] = [
    { x: node.x - node.in.x, y: node.y - node.in.y },
    { x: node.out.x - node.x, y: node.out.y - node.y },
  ];
  const lengths = Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y);
  return lengths > 0 && (a.x * b.x + a.y * b.y) / lengths > 0.999;
}

/** Makes a corner smooth, or a smooth point a corner. */
export function toggleSmooth(paths: readonly SubPath[], at: NodePlace): readonly SubPath[] {
  return changeNodes(paths, at.path, (nodes, isClosed) => {
    const { in: into, out, ...node } = nodes[at.node]!;
    const count = nodes.length;
    const previous = nodes[at.node - 1] ?? (isClosed ? nodes[count - 1] : undefined);
    const next = nodes[at.node + 1] ?? (isClosed ? nodes[0] : undefined);
    const isCurved = into !== undefined || out !== undefined;
    const [from, to] = [previous ?? node, next ?? node];
    const by = { x: (to.x - from.x) / 6, y: (to.y - from.y) / 6 };
    const smooth = {
      ...node,
      in: { x: node.x - by.x, y: node.y - by.y },
      out: { x: node.x + by.x, y: node.y + by.y },
    };
    return nodes.map((each, index) => (index === at.node ? (isCurved ? node : smooth) : each));
  });
}

/** Adds a point in the middle of the line or curve that begins at another one. */
export function insertNode(paths: readonly SubPath[], { path, node }: NodePlace): readonly SubPath[] {
  return changeNodes(paths, path, (nodes, isClosed) => {
    const from = nodes[node];
    const isLast = node === nodes.length - 1;
    const to = isLast ? (isClosed ? nodes[0] : undefined) : nodes[node + 1];
    if (from === undefined || to === undefined) return nodes;
    if (from.out === undefined && to.in === undefined)
      return [...nodes.slice(0, node + 1), middle(from, to), ...nodes.slice(node + 1)];
    const [a, b] = [from.out ?? from, to.in ?? to];
    const [ab, first, last] = [middle(a, b), middle(from, a), middle(b, to)];
    const [into, out] = [middle(first, ab), middle(ab, last)];
    const list = nodes.map((each) =>
      each === from ? { ...each, out: first } : each === to ? { ...each, in: last } : each,
    );
    return [...list.slice(0, node + 1), { ...middle(into, out), in: into, out }, ...list.slice(node + 1)];
  });
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Removes a point; a part of the path without a line goes with it. The last line stays. */
export function removeNode(paths: readonly SubPath[], at: NodePlace): readonly SubPath[] {
  const left = changeNodes(paths, at.path, (nodes) =>
    nodes.filter((_node, index) => index !== at.node),
  ).filter(({ nodes }) => nodes.length > 1);
  return left.length === 0 ? paths : left;
}
