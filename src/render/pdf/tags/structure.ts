/** What screen readers read of a page, as a tree of structure elements (ISO 32000-1, 14.7). */
import { findAlternative, isDecoration, isPicture, joinTexts } from '../../alternatives.ts';
import type { StructureTag } from '../../scene/element-base.ts';
import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneText } from '../../scene/text.ts';
import type { DrawnRun } from '../../text/draw/run-drawer.ts';
import type { LaidOutLine, LaidOutRun, TextLayout } from '../../text/text-layout.ts';

/** A structure element. A number among its kids is a part of the page's content, which the marks name. */
export interface StructureNode {
  readonly type:
    | Exclude<StructureTag, 'Artifact'>
    | 'Figure'
    | 'Link'
    | 'Span'
    | 'L'
    | 'LI'
    | 'Lbl'
    | 'LBody';
  readonly kids: (StructureNode | number)[];
  readonly alt?: string;
  /** Where it is not that of the document. */
  readonly language?: string;
  /** Of a list. */
  readonly numbering?: 'Disc' | 'Decimal';
  /** The id of a table or text that may continue on the next page. */
  readonly continuationId?: string;
  /** Of a cell: how many columns it takes, if more than one. */
  readonly columnSpan?: number;
  /** Of a `TH`: it heads rows, not a column. */
  readonly isRowHeader?: true;
}

/** The structure of a page. */
export interface PageStructure {
  readonly kids: readonly StructureNode[];
  /** The type of each part of the content, by its number. */
  readonly parts: readonly StructureNode['type'][];
  /** The parts that elements are which are drawn between marks. */
  readonly pictures: ReadonlyMap<SceneElement, number>;
  /** The part of each run of a line: runs and parts in turn, since most lines have one run. */
  readonly lines: ReadonlyMap<LaidOutLine, PartsOfRuns>;
  /** The structure elements of links: of a whole element, or of one of its runs. */
  readonly links: ReadonlyMap<SceneElement, ReadonlyMap<number | null, StructureNode>>;
}

/** Runs of a line and their parts, in turn. */
type PartsOfRuns = readonly number[];

/** The run of the marks of a list. */
const MARKER = -1;

/** The part that a text belongs to; null: it is decoration. */
export function findPart(
  { lines }: PageStructure,
  { line, run: { run, isMarker } }: Pick<DrawnRun, 'line' | 'run'>,
): number | null {
  return partOf(lines.get(line) ?? [], isMarker ? MARKER : run) ?? null;
}

function partOf(parts: PartsOfRuns, run: number): number | undefined {
  for (let at = 0; at < parts.length; at += 2) if (parts[at] === run) return parts[at + 1];
  return undefined;
}

/** Builds the structure of a page, in the order of its elements. */
export function buildStructure(scene: Scene, texts: ReadonlyMap<SceneText, TextLayout>): PageStructure {
  return new Builder(scene, texts).build();
}

class Builder {
  readonly #scene: Scene;
  readonly #texts: ReadonlyMap<SceneText, TextLayout>;
  readonly #parts: StructureNode['type'][] = [];
  readonly #pictures = new Map<SceneElement, number>();
  readonly #lines = new Map<LaidOutLine, PartsOfRuns>();
  readonly #links = new Map<SceneElement, Map<number | null, StructureNode>>();

  constructor(scene: Scene, texts: ReadonlyMap<SceneText, TextLayout>) {
    this.#scene = scene;
    this.#texts = texts;
  }

  build(): PageStructure {
    const kids = this.#scene.elements.flatMap((element) => this.#read(element));
    return { kids, parts: this.#parts, pictures: this.#pictures, lines: this.#lines, links: this.#links };
  }

  #read(element: SceneElement): StructureNode[] {
    if (isDecoration(element)) return this.#inLink(element, []);
    if (isPicture(element)) {
      const alt = findAlternative(element);
      if (alt?.trim() === '') return this.#inLink(element, []);
      const part = this.#part('Figure');
      this.#pictures.set(element, part);
      return this.#inLink(element, [{ type: 'Figure', kids: [part], ...(alt === undefined ? {} : { alt }) }]);
    }
    if (element.type === 'text') return this.#readText(element);
    return element.type === 'group' ? this.#readGroup(element) : [];
  }

  #readGroup(group: SceneGroup): StructureNode[] {
    const kids = this.#inLink(
      group,
      group.elements.flatMap((element) => this.#read(element)),
    );
    const { tag } = group;
    if (tag === undefined || tag === 'Artifact') return kids;
    const goesOn = tag === 'Table' || group.isDivided === true;
    return [{ type: tag, kids, ...(goesOn ? { continuationId: group.id } : {}), ...cellOf(group) }];
  }

  #readText(element: SceneText): StructureNode[] {
    const layout = this.#texts.get(element);
    const { tag = 'P' } = element;
    if (layout === undefined || tag === 'Artifact') return [];
    const { language } = element;
    const own = {
      ...(language === null || language === this.#scene.language ? {} : { language }),
      ...(element.part === undefined ? {} : { continuationId: element.id }),
      ...cellOf(element),
    };
    if (element.list === undefined) {
      const kids = this.#readLines(element, layout.lines, tag);
      for (const line of layout.rubies ?? []) kids.push(this.#readRuby(line));
      return [{ type: tag, kids: this.#inLink(element, kids), ...own }];
    }
    const items = getItems(layout.lines).map((lines): StructureNode => {
      const body: StructureNode = { type: 'LBody', kids: this.#readLines(element, lines, 'LBody') };
      const marker = lines[0] === undefined ? undefined : partOf(this.#lines.get(lines[0]) ?? [], MARKER);
      return { type: 'LI', kids: marker === undefined ? [body] : [{ type: 'Lbl', kids: [marker] }, body] };
    });
    const numbering = element.list === 'disc' ? 'Disc' : 'Decimal';
    const list = this.#inLink(element, [{ type: 'L', kids: items, numbering, ...own }]);
    return isCell(tag) ? [{ type: tag, kids: list, ...cellOf(element) }] : list;
  }

  /** The parts of lines: the text between links, and links. */
  #readLines(
    element: SceneText,
    lines: readonly LaidOutLine[],
    type: StructureNode['type'],
  ): (StructureNode | number)[] {
    const kids: (StructureNode | number)[] = [];
    let plain: number | null = null;
    for (const line of lines) {
      const parts: number[] = [];
      const add = (run: number, part: number): void => {
        if (partOf(parts, run) === undefined) parts.push(run, part);
      };
      for (const { run, isMarker } of inReadingOrder(line)) {
        if (isMarker) add(MARKER, partOf(parts, MARKER) ?? this.#part('Lbl'));
        else if (element.runs[run]?.href !== undefined) {
          const link = this.#linkFor(element, run, () => kids);
          const part = link.kids.find((kid) => typeof kid === 'number') ?? this.#part('Link');
          if (link.kids.length === 0) link.kids.push(part);
          add(run, part);
          plain = null;
        } else {
          if (plain === null) {
            plain = this.#part(element.href === undefined ? type : 'Link');
            kids.push(plain);
          }
          add(run, plain);
        }
      }
      this.#lines.set(line, parts.slice());
    }
    // Copies have no room for more, which V8 makes at the first `push`.
    return kids.slice();
  }

  #readRuby(line: LaidOutLine): StructureNode {
    const part = this.#part('Span');
    this.#lines.set(
      line,
      line.runs.flatMap(({ run }) => [run, part]),
    );
    return { type: 'Span', kids: [part] };
  }

  #inLink<Kid extends StructureNode | number>(element: SceneElement, kids: Kid[]): (Kid | StructureNode)[] {
    if (!('href' in element) || element.href === undefined) return kids;
    const around: StructureNode[] = [];
    this.#linkFor(element, null, () => around).kids.push(...kids);
    return around;
  }

  #linkFor(
    element: SceneElement,
    run: number | null,
    around: () => (StructureNode | number)[],
  ): StructureNode {
    const links = this.#links.get(element) ?? new Map<number | null, StructureNode>();
    this.#links.set(element, links);
    let link = links.get(run);
    if (link === undefined) {
      link = { type: 'Link', kids: [] };
      links.set(run, link);
      around().push(link);
    }
    return link;
  }

  #part(type: StructureNode['type']): number {
    return this.#parts.push(type) - 1;
  }
}

function isCell(tag: StructureTag): boolean {
  return tag === 'TH' || tag === 'TD';
}

function inReadingOrder({ runs }: LaidOutLine): LaidOutRun[] {
  return runs.toSorted((a, b) => a.order - b.order);
}

/** The lines of each item of a list, which begins with a mark. */
function getItems(lines: readonly LaidOutLine[]): LaidOutLine[][] {
  const items: LaidOutLine[][] = [];
  for (const line of lines) {
    const begins = line.runs.some(({ isMarker }) => isMarker);
    if (begins || items.length === 0) items.push([line]);
    else items.at(-1)?.push(line);
  }
  return items;
}

/** What a link is called: its text, or else its address. */
export function nameOfLink(element: SceneElement, run: number | null, href: string): string {
  const text =
    run !== null && element.type === 'text' ? element.runs[run]?.text : (element.alt ?? joinTexts(element));
  return text === undefined || text.trim() === '' ? href : text.trim();
}

/** What a cell of a table is to its columns and rows. */
function cellOf({
  columnSpan,
  isRowHeader,
}: SceneElement): Pick<StructureNode, 'columnSpan' | 'isRowHeader'> {
  return {
    ...(columnSpan === undefined ? {} : { columnSpan }),
    ...(isRowHeader === undefined ? {} : { isRowHeader }),
  };
}
