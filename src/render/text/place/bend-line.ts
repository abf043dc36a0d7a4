/** Sets a line along a path, glyph by glyph, as SVG `textPath` does. */
import { joinsAcross } from '../../fonts/characters.ts';
import { transformBounds, unite, type Bounds, type Matrix } from '../../geometry.ts';
import type { PathLine } from './path-line.ts';
import { shapeText } from '../shape/shape-text.ts';
import type { LaidOutLine, LaidOutRun, PlacedText } from '../text-layout.ts';

/** A cluster of a run: its text, and where it stands on a straight line. */
interface Cluster {
  readonly drawn: string;
  readonly typed: string;
  readonly x: number;
  readonly width: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ZWJ = '\u200d';
const directionControls = /[\u202c-\u202e]/gu;

/**
 * Moves each cluster of a straight line so that its middle stands on the path, turned with it. Clusters whose
 * middle is beyond an end are not drawn.
 */
export function bendLine(line: LaidOutLine, path: PathLine): LaidOutLine {
  const runs = line.runs.map((run) => ({
    ...run,
    places: splitClusters(run).flatMap((cluster) => placeCluster(cluster, line.baseline, path)),
  }));
  const around = { top: line.baseline - line.ascent, bottom: line.baseline + line.descent };
  const bounds = runs
    .flatMap(({ places }) => places)
    .reduce<Bounds | null>(
      (all, { x, width, matrix }) =>
        unite(all, transformBounds({ left: x, right: x + width, ...around }, matrix)),
      null,
    );
  return { ...line, runs, path, bounds: bounds ?? { left: 0, top: 0, right: 0, bottom: 0 } };
}

function placeCluster({ x, width, ...texts }: Cluster, baseline: number, path: PathLine): PlacedText[] {
  const middle = x + width / 2;
  const place = path.at(middle);
  if (place === null) return [];
  const [sin, cos] = [Math.sin(place.angle), Math.cos(place.angle)];
  // The middle on the baseline goes to the path.
  const matrix: Matrix = {
    a: cos,
    b: sin,
    c: -sin,
    d: cos,
    e: place.x - cos * middle + sin * baseline,
    f: place.y - sin * middle - cos * baseline,
  };
  return [{ ...texts, x, width, matrix }];
}

/**
 * The clusters of a run in reading order. Joiners keep letters of joined scripts in their forms.
 */
export function splitClusters(run: LaidOutRun): Cluster[] {
  if (run.icon !== undefined) return [{ drawn: '', typed: '', x: run.textX, width: run.icon.width }];
  const {
    drawn,
    typed,
    face,
    rtl,
    script,
    language,
    features,
    fontSize,
    letterSpacing,
    isUpright = false,
  } = run;
  const style = { face, rtl, script, language, features, ligatures: letterSpacing === 0, isUpright };
  const { advances, clusters } = shapeText(drawn, style);
  const ends: number[] = [];
  // The letters of an Indic conjunct may be clusters, but have other shapes alone.
  for (const { segment, index } of segmenter.segment(drawn)) {
    const end = index + segment.length;
    if (clusters[end] === 1) ends.push(end);
  }
  const total = (advances[drawn.length] ?? 0) * fontSize + letterSpacing * ends.length;
  const isSame = typed.length === drawn.length;
  let start = 0;
  return ends.flatMap((end, index) => {
    const from = (advances[start] ?? 0) * fontSize + letterSpacing * index;
    const width = ((advances[end] ?? 0) - (advances[start] ?? 0)) * fontSize + letterSpacing;
    const own = drawn.slice(start, end).replaceAll(directionControls, '');
    const cluster = {
      drawn: (joinsAcross(drawn, start) ? ZWJ : '') + own + (joinsAcross(drawn, end) ? ZWJ : ''),
      typed: isSame ? typed.slice(start, end) : own.replaceAll(ZWJ, ''),
      x: run.textX + (rtl ? total - from - width : from),
      width,
    };
    start = end;
    return own === '' ? [] : [cluster];
  });
}
