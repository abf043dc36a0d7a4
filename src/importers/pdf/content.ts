/** What a page shows, in the order in which it is painted. */
import { intersect, unite, type Bounds } from '../../render/geometry.ts';
import { num, tag } from '../../render/svg/markup.ts';
import { neededClips, overlaps, type Clip } from './clips.ts';
import { boxPath } from './paths.ts';
import type { State } from './state.ts';
import { joinLine, lineBounds } from './text-lines.ts';
import type { TextLine } from './text-line.ts';

/** What is around something that is painted. */
export interface Around {
  readonly clips: readonly Clip[];
  readonly mask: string | null;
  readonly blend: string;
}

/** Markup of SVG that is painted. */
export interface Shape extends Around {
  readonly kind: 'shape';
  readonly markup: string;
  readonly bounds: Bounds;
}

/** A text that is painted: lines of one paragraph. */
export interface Text extends Around {
  readonly kind: 'text';
  readonly lines: TextLine[];
  bounds: Bounds;
}

/** Texts are looked for that far back, to continue their line. */
const maxBack = 60;

/** A layer: of the page, a group, a mask or a tile. */
export class Content {
  readonly items: (Shape | Text)[] = [];

  add(markup: string, bounds: Bounds, state: State): void {
    const { clips, mask, blend } = state;
    if (neededClips(clips, bounds) === null) return;
    this.items.push({ kind: 'shape', markup, bounds, clips, mask, blend });
  }

  /** Adds a line, or continues one with it that nothing has covered since. */
  addLine(line: TextLine, { clips, mask, blend }: State): void {
    const bounds = lineBounds(line);
    if (neededClips(clips, bounds, line.size) === null) return;
    for (let at = this.items.length - 1; at >= Math.max(0, this.items.length - maxBack); at -= 1) {
      const item = this.items[at];
      if (item === undefined) break;
      if (item.kind === 'shape') {
        if (overlaps(item.bounds, bounds)) break;
        continue;
      }
      const [last] = item.lines;
      if (last === undefined || item.mask !== mask || item.blend !== blend) continue;
      if (joinLine(last, line)) {
        item.bounds = unite(item.bounds, bounds) ?? bounds;
        return;
      }
    }
    this.items.push({ kind: 'text', lines: [line], bounds, clips, mask, blend });
  }

  get bounds(): Bounds | null {
    return this.items.reduce<Bounds | null>((all, { bounds, clips }) => {
      const shown = clips.reduce<Bounds | null>(
        (area, clip) => (area === null || clip.kind === 'text' ? area : intersect(area, clip.bounds)),
        bounds,
      );
      return unite(all, shown);
    }, null);
  }
}

/** Collects the definitions that paints, clips and masks refer to. */
export class Definitions {
  readonly #ids = new Map<string, string>();
  #markup = '';

  /** The id of a definition. The same one is written once. */
  add(kind: string, markup: (id: string) => string): string {
    const key = markup('');
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = `${kind}${this.#ids.size + 1}`;
    this.#ids.set(key, id);
    this.#markup += markup(id);
    return id;
  }

  get markup(): string {
    return this.#markup;
  }
}

/**
 * The markup of a layer. Neighbours with the same clips are in one group.
 *
 * @param writeText writes a text
 */
export function writeContent(
  items: readonly (Shape | Text)[],
  definitions: Definitions,
  writeText: (text: Text) => string,
): string {
  let markup = '';
  let open = { key: '', start: '', end: '', content: '' };
  const close = (): void => {
    markup += open.start + open.content + open.end;
  };
  for (const item of items) {
    const slack = item.kind === 'text' ? (item.lines[0]?.size ?? 0) * 0.3 : undefined;
    const needed = neededClips(item.clips, item.bounds, slack);
    if (needed === null) continue;
    const around = [
      ...(needed.rect === null ? [] : [clipAttribute(definitions, boxPath(needed.rect), false)]),
      ...needed.paths.map(({ d, isEvenOdd }) => clipAttribute(definitions, d, isEvenOdd)),
      ...(item.mask === null ? [] : [`mask="url(#${item.mask})"`]),
    ];
    const key = around.join(' ');
    if (key !== open.key) {
      close();
      const start = around.map((attribute) => `<g ${attribute}>`).join('');
      open = { key, start, end: '</g>'.repeat(around.length), content: '' };
    }
    const body = item.kind === 'shape' ? item.markup : writeText(item);
    open.content +=
      item.blend === 'source-over' ? body : tag('g', { style: `mix-blend-mode:${item.blend}` }, body);
  }
  close();
  return markup;
}

function clipAttribute(definitions: Definitions, d: string, isEvenOdd: boolean): string {
  const rule = isEvenOdd ? 'evenodd' : undefined;
  const id = definitions.add('clip', (each) =>
    tag('clipPath', { id: each }, tag('path', { d, 'clip-rule': rule })),
  );
  return `clip-path="url(#${id})"`;
}

/** The attributes of a stroke, with its lengths multiplied by a scale. */
export function strokeAttributes(state: State, scale: number): Record<string, string | number | undefined> {
  const { stroke, strokeAlpha, lineWidth, lineCap, lineJoin, miterLimit, dash, dashPhase } = state;
  // The thinnest line of a device.
  const width = Math.max(lineWidth * scale, 0.1);
  const dashes = dash.some((length) => length > 0) ? dash.map((length) => num(length * scale)).join(' ') : '';
  return {
    stroke,
    'stroke-opacity': strokeAlpha === 1 ? undefined : strokeAlpha,
    'stroke-width': width,
    'stroke-linecap': (['butt', 'round', 'square'] as const)[lineCap],
    'stroke-linejoin': (['miter', 'round', 'bevel'] as const)[lineJoin],
    'stroke-miterlimit': miterLimit === 4 ? undefined : miterLimit,
    'stroke-dasharray': dashes === '' ? undefined : dashes,
    'stroke-dashoffset': dashes === '' || dashPhase === 0 ? undefined : dashPhase * scale,
  };
}
