/** Finds the pictures of a workbook's sheets: in cells, and floating over them. */
import { readRelations, type PictureWorkbook, type Relation } from './open-workbook.ts';
import { readAttribute, walkXml } from './xml-tags.ts';

/** A picture of a sheet. */
export interface SheetPicture {
  /** Counted from 0. Null: its place is not bound to a cell. */
  readonly cell: { readonly row: number; readonly column: number } | null;
  readonly isFloating: boolean;
  /** The path of its file in the workbook; null if it is only linked. */
  readonly media: string | null;
}

/** The pictures of each sheet, by the sheet's name. */
export function findSheetPictures(workbook: PictureWorkbook): ReadonlyMap<string, readonly SheetPicture[]> {
  const book = 'xl/workbook.xml';
  const ofBook = readRelations(workbook, book);
  const placed = createRichValues(workbook, [...ofBook.values()]);
  const found = new Map<string, SheetPicture[]>();
  walkXml(workbook.part(book), {
    open({ name, attributes }) {
      const sheet = name === 'sheet' ? ofBook.get(readAttribute(attributes, 'id') ?? '') : undefined;
      if (sheet === undefined || sheet.kind !== 'worksheet') return;
      found.set(attributes['name'] ?? '', [
        ...inCells(workbook, sheet.target, placed),
        ...floating(workbook, sheet.target),
      ]);
    },
  });
  return found;
}

/** Pictures of cells: Excel's "Place in Cell", and `DISPIMG` of WPS. */
interface CellPictures {
  /** By the number of the cell's value metadata, from 1. */
  readonly byMetadata: ReadonlyMap<string, string>;
  /** By the name in `DISPIMG("…")`. */
  readonly byName: ReadonlyMap<string, string>;
}

function createRichValues(workbook: PictureWorkbook, ofBook: readonly Relation[]): CellPictures {
  return { byMetadata: readMetadata(workbook, ofBook), byName: readCellImages(workbook, ofBook) };
}

/** From a cell's metadata over rich values to the relationship of a picture. */
function readMetadata(workbook: PictureWorkbook, ofBook: readonly Relation[]): ReadonlyMap<string, string> {
  const getPath = (kind: string) => ofBook.find((each) => each.kind === kind)?.target ?? '';
  const part = (kind: string) => workbook.part(getPath(kind));
  const types: string[] = [];
  // For each name: the rich values that its blocks refer to.
  const blocks = new Map<string, number[]>();
  const cells: { readonly type: number; readonly block: number }[] = [];
  let future = '';
  walkXml(part('sheetMetadata'), {
    open({ name, attributes }, path) {
      if (name === 'metadataType') types.push(attributes['name'] ?? '');
      if (name === 'futureMetadata') blocks.set((future = attributes['name'] ?? ''), []);
      if (name === 'rvb') blocks.get(future)?.push(Number(attributes['i']));
      if (name === 'rc' && path.includes('valueMetadata')) {
        cells.push({ type: Number(attributes['t']) - 1, block: Number(attributes['v']) });
      }
    },
  });
  // For each structure: the place of the picture among its values.
  const structures: number[] = [];
  let keys = 0;
  walkXml(part('rdRichValueStructure'), {
    open({ name, attributes }) {
      if (name === 's') {
        structures.push(-1);
        keys = 0;
      } else if (name === 'k') {
        if (attributes['n'] === '_rvRel:LocalImageIdentifier') structures[structures.length - 1] = keys;
        keys += 1;
      }
    },
  });
  // For each rich value: the number of its picture's relationship.
  const values: number[] = [];
  let fields: string[] = [];
  let place = -1;
  walkXml(part('rdRichValue'), {
    open({ name, attributes }) {
      if (name !== 'rv') return;
      fields = [];
      place = structures[Number(attributes['s'])] ?? -1;
    },
    close(name, text) {
      if (name === 'v') fields.push(text);
      if (name === 'rv') values.push(place < 0 ? -1 : Number(fields[place] ?? -1));
    },
  });
  const relPath = getPath('richValueRel');
  const relations = readRelations(workbook, relPath);
  const pictures: (string | null)[] = [];
  walkXml(workbook.part(relPath), {
    open({ name, attributes }) {
      if (name === 'rel') pictures.push(getTarget(relations, readAttribute(attributes, 'id')));
    },
  });
  const found = new Map<string, string>();
  for (const [index, { type, block }] of cells.entries()) {
    const value = blocks.get(types[type] ?? '')?.[block];
    const media = value === undefined ? undefined : pictures[values[value] ?? -1];
    if (media != null) found.set(String(index + 1), media);
  }
  return found;
}

function readCellImages(workbook: PictureWorkbook, ofBook: readonly Relation[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const path = ofBook.find(({ kind }) => /^cellimages?$/iu.test(kind))?.target ?? 'xl/cellimages.xml';
  const relations = readRelations(workbook, path);
  let name = '';
  walkXml(workbook.part(path), {
    open(tag) {
      if (tag.name === 'cNvPr') name = tag.attributes['name'] ?? '';
      if (tag.name !== 'blip') return;
      const media = getTarget(relations, readAttribute(tag.attributes, 'embed'));
      if (media !== null) found.set(name, media);
    },
  });
  return found;
}

function getTarget(relations: ReadonlyMap<string, Relation>, id = ''): string | null {
  const relation = relations.get(id);
  return relation === undefined || relation.isExternal ? null : relation.target;
}

function inCells(
  workbook: PictureWorkbook,
  sheet: string,
  { byMetadata, byName }: CellPictures,
): SheetPicture[] {
  if (byMetadata.size === 0 && byName.size === 0) return [];
  const found: SheetPicture[] = [];
  let cell: SheetPicture['cell'] = null;
  walkXml(workbook.part(sheet), {
    open({ name, attributes }) {
      if (name !== 'c') return;
      cell = readAddress(attributes['r'] ?? '');
      const media = byMetadata.get(attributes['vm'] ?? '');
      if (media !== undefined) found.push({ cell, isFloating: false, media });
    },
    close(name, text) {
      if ((name !== 'f' && name !== 'v') || byName.size === 0) return;
      const [, id = ''] = /DISPIMG\("([^"]+)"/u.exec(text) ?? [];
      const media = byName.get(id);
      const isKnown = found.at(-1)?.cell === cell;
      if (media !== undefined && !isKnown) found.push({ cell, isFloating: false, media });
    },
  });
  return found;
}

/** `B2` as row and column from 0; null if it is no address. */
function readAddress(address: string): SheetPicture['cell'] {
  const [, letters = '', row = ''] = /^([A-Z]{1,3})(\d{1,7})$/u.exec(address) ?? [];
  if (letters === '') return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(row) - 1, column };
}

/** Pictures of the sheet's drawing. The cell under its top left corner has the picture. */
function floating(workbook: PictureWorkbook, sheet: string): SheetPicture[] {
  const drawings = [...readRelations(workbook, sheet).values()].filter(({ kind }) => kind === 'drawing');
  return drawings.flatMap(({ target }) => {
    const relations = readRelations(workbook, target);
    const found: SheetPicture[] = [];
    let row: number | null = null;
    let column: number | null = null;
    walkXml(workbook.part(target), {
      open({ name, attributes }, path) {
        if (name.endsWith('Anchor')) [row, column] = [null, null];
        if (name !== 'blip' || !path.includes('pic') || path.includes('Fallback')) return;
        const media = getTarget(relations, readAttribute(attributes, 'embed'));
        const cell = row === null || column === null ? null : { row, column };
        found.push({ cell, isFloating: true, media });
      },
      close(name, text, path) {
        if (path.at(-1) !== 'from') return;
        if (name === 'row') row = Number(text);
        if (name === 'col') column = Number(text);
      },
    });
    return found;
  });
}
