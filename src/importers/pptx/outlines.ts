/** Outlines of shapes: those of ECMA-376, part 1, 20.1.10.56 that people draw, and those with a path. */
import { drawCustom } from './custom-path.ts';
import type { Adjust } from './path-data.ts';
import { presetPaths } from './preset-paths.ts';
import { findNode, listNodes, type XmlNode } from './xml.ts';

/** The outline of a shape in a box of pixels. */
export interface Outline {
  readonly kind: 'rect' | 'ellipse' | 'line' | 'path';
  /** Of a rect: of the corners from the top left, clockwise. */
  readonly radii?: readonly number[];
  /** Of a path: from the top left of the box. */
  readonly d?: string;
  /** Parts of a path that are not filled, or have no line. */
  readonly isOpen?: boolean;
  /** Where texts stand: distances from the sides. */
  readonly inset?: readonly [top: number, right: number, bottom: number, left: number];
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** An outline; null for a shape that is not known. */
export function readOutline(properties: XmlNode | undefined, box: Box): Outline | null {
  const custom = findNode(properties, 'custGeom');
  if (custom !== undefined) return { kind: 'path', ...drawCustom(custom, box) };
  const preset = findNode(properties, 'prstGeom');
  return readPreset(preset?.attributes['prst'] ?? 'rect', preset, box);
}

function readPreset(name: string, preset: XmlNode | undefined, { width: w, height: h }: Box): Outline | null {
  const values = new Map(
    listNodes(findNode(preset, 'avLst'), 'gd').map(({ attributes }) => [
      attributes['name'] ?? '',
      Number(/^val (-?\d+)/u.exec(attributes['fmla'] ?? '')?.[1] ?? 0) / 100_000,
    ]),
  );
  const adjust: Adjust = (key, usual) => values.get(key) ?? values.get(`${key}1`) ?? usual;
  const short = Math.min(w, h);
  const radius = (key: string, usual = 0.16667): number => Math.min(0.5, adjust(key, usual)) * short;
  switch (name) {
    case 'rect':
    case 'flowChartProcess':
    case 'actionButtonBlank':
      return { kind: 'rect' };
    case 'roundRect':
    case 'flowChartAlternateProcess': {
      const r = radius('adj');
      return { kind: 'rect', radii: [r, r, r, r], inset: evenInset(r * 0.29289) };
    }
    case 'flowChartTerminator':
      return { kind: 'rect', radii: Array.from({ length: 4 }, () => short / 2) };
    case 'round1Rect':
      return { kind: 'rect', radii: [0, radius('adj'), 0, 0] };
    case 'round2SameRect': {
      const [top, bottom] = [radius('adj1'), Math.min(0.5, adjust('adj2', 0)) * short];
      return { kind: 'rect', radii: [top, top, bottom, bottom] };
    }
    case 'round2DiagRect': {
      const [one, other] = [radius('adj1'), Math.min(0.5, adjust('adj2', 0)) * short];
      return { kind: 'rect', radii: [one, other, one, other] };
    }
    case 'ellipse':
    case 'flowChartConnector': {
      const [x, y] = [w * 0.14645, h * 0.14645];
      return { kind: 'ellipse', inset: [y, x, y, x] };
    }
    case 'line':
    case 'lineInv':
    case 'straightConnector1':
      return { kind: 'line' };
    default: {
      const draw = presetPaths.get(name);
      if (draw === undefined) return null;
      return {
        kind: 'path',
        d: draw(w, h, adjust),
        isOpen: /^(?:arc|.*Connector\d|.*Bracket|.*Brace)$/u.test(name),
      };
    }
  }
}

function evenInset(side: number): [number, number, number, number] {
  return [side, side, side, side];
}
