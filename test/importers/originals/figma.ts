/** Only Figma draws its files; some repositories have its picture of the frame beside the file. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DrawOriginal, Gap } from '../original.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Node {
  readonly type?: string;
  readonly visible?: boolean;
  readonly absoluteBoundingBox?: Box | null;
  readonly fills?: readonly { readonly type?: string; readonly visible?: boolean }[];
  readonly children?: readonly Node[];
}

/** The picture of the frame. Pictures in fills, which the answer only names, are gaps. */
export const drawOriginal: DrawOriginal = async ({ source, place }) => {
  const name = path.basename(place).replace(/\..*$/u, '');
  for (const preview of [`${name}.png`, 'screenshot.png']) {
    const picture = await readFile(path.join(path.dirname(place), preview)).catch(() => null);
    if (picture === null || picture.length === 0) continue;
    return { picture, gaps: getGaps(getFrame(JSON.parse(Buffer.from(source.bytes).toString()))) };
  }
  return null;
};

/** The frame is the answer, or the first node in it. */
function getFrame(json: unknown): Node {
  const { nodes = {}, ...node } = json as Node & { nodes?: Record<string, { document: Node }> };
  return Object.values(nodes)[0]?.document ?? node;
}

function getGaps(frame: Node): Gap[] {
  const page = frame.absoluteBoundingBox;
  if (!page) return [];
  const inNode = ({ visible = true, absoluteBoundingBox: box, fills = [], children = [] }: Node): Gap[] => {
    if (!visible) return [];
    const hasPicture = fills.some((fill) => fill.type === 'IMAGE' && fill.visible !== false);
    const gap = hasPicture && box ? [getShare(box, page)] : [];
    return [...gap, ...children.flatMap(inNode)];
  };
  return inNode(frame);
}

function getShare(box: Box, page: Box): Gap {
  const left = (box.x - page.x) / page.width;
  const top = (box.y - page.y) / page.height;
  return { left, top, right: left + box.width / page.width, bottom: top + box.height / page.height };
}
