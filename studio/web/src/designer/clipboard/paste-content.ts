/** Elements of what other programs have put on the clipboard. */
import { notifyNote } from '../../parts/notify.tsx';
import { designerWords as words } from '../../words/designer/designer.ts';
import { toHex } from '../fields/swatches.tsx';
import { convertLength } from '../model/amount.ts';
import { addElements } from '../model/changes/content.ts';
import { addVariable } from '../model/changes/variables.ts';
import { inOneStep, type Design } from '../model/design.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { inCentre, newElement, newImage } from '../model/new-elements.ts';
import { roundLength } from '../model/placement.ts';
import type { TemplateDocument, TemplateElement, TemplateVariable } from '../model/template.ts';
import type { DesignerStore } from '../state/designer.ts';
import { copyLook, writeValue } from '../table/new-table.ts';
import { addInView } from '../view/seen-area.ts';
import type { PastedRun } from './read-html.ts';

/** Adds a text: as one string, or as parts where they look different. It is as high as its lines. */
export function pasteText(store: DesignerStore, runs: readonly PastedRun[]): void {
  addInView(store, (design) => addElements(design, [makeText(seenDocument(design), runs)]));
}

/** Letters of a text that is set as small as the text of a page. */
const longText = 80;

function makeText(document: TemplateDocument, pasted: readonly PastedRun[]): TemplateElement {
  const { width, height } = document.viewport;
  const unit = document.viewportUnit ?? 'px';
  const base = newElement('text', document) as TemplateElement & { fontSize: number };
  const all = pasted.map(({ text }) => text).join('');
  const sizes = pasted.flatMap(({ fontSize, text }) =>
    typeof fontSize === 'number' ? [{ fontSize, text }] : [],
  );
  const main = sizes.sort((a, b) => b.text.length - a.text.length)[0]?.fontSize;
  const small = roundLength(Math.min(width, height) / 30);
  const own = all.length > longText ? small : base.fontSize;
  const fontSize = main === undefined ? own : roundLength(convertLength(main, 'px', unit));
  const { text: _, ...rest } = base as unknown as Record<string, unknown>;
  const element = {
    ...rest,
    height: 'hug',
    fontSize,
  };
  const runs = pasted.map((run) => toRun(run, { fontSize, unit }));
  const isPlain = runs.every((run) => Object.keys(run).length === 1);
  return (isPlain
    ? { ...element, text: escapeText(all) }
    : { ...element, runs }) as unknown as TemplateElement;
}

type Unit = NonNullable<TemplateDocument['viewportUnit']>;

function toRun(
  { text, color, fontSize: given, ...look }: PastedRun,
  { fontSize, unit }: { readonly fontSize: number; readonly unit: Unit },
) {
  const hex = color === undefined ? null : toHex(color);
  const size = typeof given === 'number' ? roundLength(convertLength(given, 'px', unit)) : fontSize;
  return {
    text: escapeText(text),
    ...look,
    ...(hex === null ? {} : { color: hex }),
    ...(size === fontSize ? {} : { fontSize: size }),
  };
}

/** What looks like a value of a variable is what was pasted. */
function escapeText(text: string): string {
  return text.replaceAll('{{', '\\{{');
}

/** As many columns and rows as a list and a table may have. */
const max = { columns: 50, rows: 5_000 };

/**
 * Adds a table, with a list variable whose default has the cells. The first row is the head, unless it has a
 * number or an empty cell. What is too much is left out, and said.
 */
export function pasteTable(store: DesignerStore, rows: readonly (readonly string[])[]): void {
  const kept = rows.slice(0, max.rows + 1).map((cells) => cells.slice(0, max.columns));
  const isCut = rows.length > kept.length || rows.some(({ length }) => length > max.columns);
  if (isCut) notifyNote(words.pasted.cut(max.rows, max.columns));
  addInView(store, (design) => addPastedTable(design, kept));
}

const isNumber = (cell: string) => /^[\s\d.,'%€$£+-]*\d[\s\d.,'%€$£+-]*$/u.test(cell);

function addPastedTable(design: Design, rows: readonly (readonly string[])[]): Design {
  const document = seenDocument(design);
  const [first = []] = rows;
  const hasHead = rows.length > 1 && first.every((cell) => cell.trim() !== '' && !isNumber(cell));
  const body = hasHead ? rows.slice(1) : rows;
  const count = Math.max(...rows.map(({ length }) => length));
  const titles = Array.from({ length: count }, (_, at) => (hasHead ? (first[at] ?? '').trim() : ''));
  const names = nameFields(titles);
  const list: TemplateVariable = {
    name: freeName(document, words.pasted.list),
    type: 'list',
    fields: names.map((name, at) => {
      const label = titles[at] ?? '';
      return { name, type: 'text' as const, ...(label === '' ? {} : { label: label.slice(0, 100) }) };
    }),
    defaultValue: body.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))),
  };
  const { width, height } = document.viewport;
  const fontSize = roundLength(Math.min(width, height) / 32);
  const { header, ...look } = copyLook(fontSize, roundLength);
  const table = {
    type: 'table',
    id: words.elementNames.table,
    ...inCentre(width * 0.8, height * 0.6, document),
    height: 'hug',
    rows: `{{ ${list.name} }}`,
    columns: names.map((name, at) => ({
      ...(hasHead ? { header: escapeText(titles[at] ?? '') } : {}),
      value: writeValue(name),
      // Numbers stay as they are written.
      ...(body.every((cells) => isNumber(cells[at] ?? '')) ? { align: 'right' } : {}),
    })),
    ...look,
    ...(hasHead ? { header } : {}),
  } as unknown as TemplateElement;
  return inOneStep(design, (start) => addElements(addVariable(start, list), [table]));
}

/** Names of fields from the titles of columns: letters of the alphabet, digits and underscores. */
function nameFields(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title, at) => {
    const plain = title
      .normalize('NFKD')
      .replaceAll(/[^\w\s-]/gu, '')
      .trim()
      .toLowerCase();
    const name = plain.replaceAll(/[\s-]+/gu, '_').slice(0, 40);
    const wished = /^[a-z_]/u.test(name) ? name : `column${at + 1}`;
    let free = wished;
    for (let number = 2; taken.has(free); number += 1) free = `${wished}${number}`;
    taken.add(free);
    return free;
  });
}

function freeName({ variables = [] }: TemplateDocument, wished: string): string {
  const taken = new Set(variables.map(({ name }) => name));
  let free = wished;
  for (let number = 2; taken.has(free); number += 1) free = `${wished}${number}`;
  return free;
}

/** CSS pixels of a picture whose size is not known here: the service reads it. */
const unknownSize = { width: 300, height: 300 };

/** Adds a picture at an address: the service fetches it for each render, as the rules of addresses allow. */
export function pastePictureAddress(store: DesignerStore, src: string): void {
  addInView(store, (design) => addElements(design, [newImage(src, unknownSize, seenDocument(design))]));
  notifyNote(words.pasted.address);
}
