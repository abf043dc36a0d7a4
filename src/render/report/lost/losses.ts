import type { RenderWarning } from '../../layout-report.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { PageElement } from '../page-elements.ts';
import { describeElement, describeParts, joinExtents, type Extent, type Hider } from './describe-lost.ts';
import type { Hidden } from './hidden.ts';

/** A warning, and the element that it follows in drawing order. */
export type PlacedWarning = readonly [element: SceneElement, warning: RenderWarning];

/** What is named in place of all that is lost in it: a table, with its rows, or the entries of a repeat. */
interface Holder {
  readonly element: SceneElement;
  /** Its name and place: the same for all entries of a repeat. */
  readonly key: string;
}

/** What of a holder is hidden in the same way. */
interface Loss {
  readonly holder: Holder;
  readonly code: string;
  readonly hider: Hider;
  /** Its rows or entries with something hidden, in drawing order, and how much of what they hold is. */
  readonly parts: Map<SceneElement, Extent[]>;
}

/** Collects what is hidden on a page. Rows of a table, and entries of a repeat, have one warning together. */
export class Losses {
  readonly #counts = new Map<string, number>();
  /** How many elements rows and entries hold, without shapes. */
  readonly #sizes = new Map<SceneElement, number>();
  readonly #warnings: PlacedWarning[] = [];
  readonly #losses = new Map<string, Loss>();

  /** Counts an element, if it is an entry or stands in a row or entry. */
  count(placed: PageElement): void {
    const holder = findHolder(placed);
    if (holder === null) return;
    const { element } = placed;
    if (holder.element === element) this.#counts.set(holder.key, (this.#counts.get(holder.key) ?? 0) + 1);
    if (!isShown(element)) return;
    const part = partOf(holder, placed);
    this.#sizes.set(part, (this.#sizes.get(part) ?? 0) + 1);
  }

  add(placed: PageElement, hidden: Hidden): void {
    const { element } = placed;
    const { hider, isText, extent } = hidden;
    const isClipped = hider.type === 'clip' || hider.type === 'mask';
    const code = isClipped ? (isText ? 'TEXT_CLIPPED' : 'CONTENT_CLIPPED') : 'PAGE_OVERFLOW';
    const holder = findHolder(placed);
    if (holder === null) {
      this.#warnings.push([element, { code, elementId: element.id, detail: describe(hidden) }]);
      return;
    }
    const key = `${holder.key} ${code} ${JSON.stringify(nameOf(hider))}`;
    const loss = this.#losses.get(key) ?? { holder, code, hider, parts: new Map<SceneElement, Extent[]>() };
    this.#losses.set(key, loss);
    const part = partOf(holder, placed);
    const extents = loss.parts.get(part) ?? [];
    loss.parts.set(part, extents);
    extents.push(extent);
  }

  warnings(): readonly PlacedWarning[] {
    const ofHolders = [...this.#losses.values()].map((loss): PlacedWarning => {
      const { element } = loss.holder;
      return [element, { code: loss.code, elementId: element.id, detail: this.#describe(loss) }];
    });
    return [...this.#warnings, ...ofHolders];
  }

  #describe({ holder: { element, key }, hider, parts }: Loss): string {
    const ids = [...parts.keys()].map(({ id }) => id);
    const extents = [...parts].map(([part, own]) => this.#extentOf(part, own));
    const lost = {
      lost: parts.size,
      ids: [ids[0] ?? '', ids.at(-1) ?? ''] as const,
      extent: joinExtents(extents),
    };
    if (isTable(element)) {
      const all = element.elements.filter(({ type }) => type === 'group').length;
      return describeParts({ ...lost, all, nouns: ['row', 'rows'] }, hider);
    }
    const all = this.#counts.get(key) ?? 1;
    return describeParts({ ...lost, all, nouns: ['entry', 'entries'], of: baseOf(element) }, hider);
  }

  /** How much of a row or entry is hidden, by what of its elements is. */
  #extentOf(part: SceneElement, extents: readonly Extent[]): Extent {
    const isWhole = extents.length === this.#sizes.get(part) && extents.every((each) => each === 'whole');
    return isWhole ? 'whole' : 'part';
  }
}

function describe({ hider, isText, extent, lines }: Hidden): string {
  if (lines !== undefined) return describeParts({ ...lines, nouns: ['line', 'lines'], extent }, hider);
  if (hider.type === 'clip' && isText)
    return `The clip of the group "${hider.group.id}" (${hider.group.clip}) cuts off a part of the text.`;
  return describeElement(hider, extent);
}

/** The outermost table or entry that an element is, or is in. */
function findHolder({ element, groups }: PageElement): Holder | null {
  let around = '';
  for (const each of [...groups.map(({ group }) => group), element]) {
    if (isTable(each)) return { element: each, key: `table ${around} ${each.id}` };
    if (each.isEntry === true) return { element: each, key: `entry ${around} ${baseOf(each)}` };
    around = each.id;
  }
  return null;
}

type TableElement = Extract<SceneElement, { type: 'group' }>;

function isTable(element: SceneElement): element is TableElement {
  return element.type === 'group' && element.table !== undefined;
}

/** The row of a table, or the entry, that an element stands in. */
function partOf({ element: holder }: Holder, { element, groups }: PageElement): SceneElement {
  if (!isTable(holder)) return holder;
  return groups[groups.findIndex(({ group }) => group === holder) + 1]?.group ?? element;
}

/** Whether an element shows something that may be lost. */
function isShown({ type }: SceneElement): boolean {
  return type === 'text' || type === 'image' || type === 'chart' || type === 'qrcode' || type === 'barcode';
}

/** The id of a repeated element in the template. */
function baseOf({ id }: SceneElement): string {
  return id.replace(/\[\d+\]$/u, '');
}

function nameOf(hider: Hider): readonly string[] {
  switch (hider.type) {
    case 'page':
      return [hider.type, hider.side];
    case 'header':
    case 'footer':
      return [hider.type];
    case 'clip':
    case 'mask':
      return [hider.type, hider.group.id];
  }
}
