/** Icons of Tabler as elements. */
import type { Design } from '../model/design.ts';
import { addElements } from '../model/changes/content.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { inCentre } from '../model/new-elements.ts';
import { roundLength } from '../model/placement.ts';
import type { GroupElement, PathElement, TemplateElement } from '../model/template.ts';

/** An icon: its name, and what of SVG it is made of. */
export interface VectorIcon {
  readonly name: string;
  readonly body: string;
}

/** All icons by name. They are 2 MB, loaded when somebody looks for one. */
export async function loadIcons(): Promise<readonly VectorIcon[]> {
  const { default: set } = await import('@iconify-json/tabler/icons.json');
  const icons = Object.entries(set.icons as Readonly<Record<string, { readonly body: string }>>);
  // Some few are made of other things than paths.
  return icons
    .filter(([, { body }]) => !/<(?!\/?(?:path|g)\b)/u.test(body))
    .map(([name, { body }]) => ({ name, body }));
}

/** The icons whose names have all of the words. Those that begin with the first word come first. */
export function findIcons(icons: readonly VectorIcon[], search: string): readonly VectorIcon[] {
  const wanted = search
    .toLowerCase()
    .split(/[\s-]+/u)
    .filter(Boolean);
  const [first = ''] = wanted;
  return icons
    .filter(({ name }) => wanted.every((word) => name.includes(word)))
    .sort((a, b) => Number(b.name.startsWith(first)) - Number(a.name.startsWith(first)));
}

/** A part of an icon: its outline, and whether it is a line or an area. */
interface IconPart {
  readonly d: string;
  readonly isLine: boolean;
}

/** The parts of an icon: all lines are one, all areas another. */
export function readParts(body: string): readonly IconPart[] {
  const parts: IconPart[] = [];
  let inherited = '';
  for (const [tag] of body.matchAll(/<\/?(?:g|path)\b[^>]*>/gu)) {
    if (tag.startsWith('</')) inherited = '';
    else if (tag.startsWith('<g')) inherited = tag;
    else {
      const d = / d="([^"]*)"/u.exec(tag)?.[1] ?? '';
      const isLine = /stroke="currentColor"/u.test(/ (?:fill|stroke)="/u.test(tag) ? tag : inherited);
      // A path starts at the corner of the icon, not where the one before it ends.
      parts.push({ d: d.replace(/^m/u, 'M0 0m'), isLine });
    }
  }
  return [true, false].flatMap((isLine) => {
    const d = parts.filter((part) => part.isLine === isLine).map((part) => part.d);
    return d.length === 0 ? [] : [{ d: d.join(''), isLine }];
  });
}

const side = 24;
/** Of a line, on a side of 24. */
const lineWidth = 2;
const color = '#1c2128';

/** Adds an icon in the middle of the page: a path whose color can be changed, or a group of two. */
export function addIcon(design: Design, { name, body }: VectorIcon): Design {
  const document = seenDocument(design);
  const { width, height } = document.viewport;
  const size = Math.min(width, height) / 5;
  const box = inCentre(size, size, document);
  const paths = readParts(body).map(({ d, isLine }, index): PathElement => ({
    type: 'path',
    id: index === 0 ? name : `${name}-area`,
    ...box,
    d,
    viewBox: [0, 0, side, side],
    ...(isLine
      ? { stroke: { color, width: roundLength((box.width * lineWidth) / side), cap: 'round', join: 'round' } }
      : { fill: color }),
  }));
  const [first, ...others] = paths;
  if (first === undefined) return design;
  if (others.length === 0) return addElements(design, [first]);
  const inner = paths.map((path): TemplateElement => ({ ...path, x: 0, y: 0 }));
  const together: GroupElement = { type: 'group', id: name, ...box, elements: inner };
  return addElements(design, [together]);
}
