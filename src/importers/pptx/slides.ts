/** Slides with their layouts and masters, and what placeholders take from them. */
import { UnreadableDesign } from '../design.ts';
import { readThemeColors } from './colors.ts';
import type { Sheet, ShapeChain, SlideContext } from './context.ts';
import { presentationPath, type Part, type Presentation } from './package.ts';
import { findNode, listNodes, readRelationId, type XmlNode } from './xml.ts';

/** What kinds of placeholders are on masters, by those of layouts and slides. */
const masterKinds: Readonly<Record<string, string>> = {
  ctrTitle: 'title',
  title: 'title',
  dt: 'dt',
  ftr: 'ftr',
  sldNum: 'sldNum',
};

/** The presentation and the slides in it; its layouts, if it has no slide. */
export interface Deck {
  readonly root: Part;
  readonly pages: readonly Part[];
  readonly kind: 'slide' | 'slideLayout';
}

/** @throws UnreadableDesign */
export function openDeck(file: Presentation): Deck {
  const root = file.part(presentationPath);
  if (root === null) throw new UnreadableDesign('It has no presentation.');
  const slides = listPages(file, root, ['sldIdLst', 'sldId']);
  if (slides.length > 0) return { root, pages: slides, kind: 'slide' };
  const masters = listPages(file, root, ['sldMasterIdLst', 'sldMasterId']);
  const layouts = masters.flatMap((master) => listPages(file, master, ['sldLayoutIdLst', 'sldLayoutId']));
  return { root, pages: layouts, kind: 'slideLayout' };
}

function listPages(file: Presentation, owner: Part, [list, item]: readonly [string, string]): Part[] {
  return listNodes(findNode(owner.root, list), item).flatMap((node) => {
    const relation = owner.relations.get(readRelationId(node, 'id') ?? '');
    const part = relation === undefined ? null : file.part(relation.target);
    return part ?? [];
  });
}

/** A page, and what is behind it: its layout and its master, the layout first. */
export function openSheets(file: Presentation, page: Part, kind: Deck['kind']): readonly [Sheet, ...Sheet[]] {
  const layout = kind === 'slide' ? file.related(page, 'slideLayout') : page;
  const master = file.related(layout, 'slideMaster');
  const theme = file.related(master, 'theme');
  const colors = readThemeColors(theme?.root);
  const plain = findNode(master?.root, 'clrMap')?.attributes ?? {};
  const sheet = (part: Part): Sheet => {
    const own = findNode(part.root, 'clrMapOvr', 'overrideClrMapping')?.attributes;
    return { part, scheme: { colors, map: own ?? plain }, theme: theme?.root };
  };
  const parents = [kind === 'slide' ? layout : null, master].filter((part) => part !== null);
  return [sheet(page), ...parents.map(sheet)];
}

/** The name of a page: its title, or what it is called. */
export function readPageName(page: Part, index: number, kind: Deck['kind']): string {
  const own = findNode(page.root, 'cSld')?.attributes['name']?.trim() ?? '';
  if (kind === 'slideLayout') return own === '' ? `Layout ${index + 1}` : own;
  const title = listNodes(findNode(page.root, 'cSld', 'spTree'), 'sp').find((shape) =>
    /^(?:ctrT|t)itle$/u.test(findPlaceholder(shape)?.attributes['type'] ?? ''),
  );
  const words = collectText(findNode(title, 'txBody')).replaceAll(/\s+/gu, ' ').trim().slice(0, 60);
  return words === '' ? `Slide ${index + 1}` : words;
}

function collectText(node: XmlNode | undefined): string {
  if (node === undefined) return '';
  if (node.name === 't') return node.text;
  return node.children.map(collectText).join(node.name === 'txBody' ? ' ' : '');
}

/** A shape, and the placeholders of its master and its layout that it is in. */
export function findInherited(shape: XmlNode, { parents }: SlideContext): ShapeChain {
  const placeholder = findPlaceholder(shape);
  if (placeholder === undefined) return [shape];
  const { type = 'obj', idx } = placeholder.attributes;
  const [layout, master] = parents.length > 1 ? parents : [undefined, parents[0]];
  const onLayout = layout && findMatch(layout, (other) => matches(other, type, idx));
  const kind = findPlaceholder(onLayout)?.attributes['type'] ?? type;
  const wanted = masterKinds[kind] ?? 'body';
  const onMaster = master && findMatch(master, (other) => (other['type'] ?? 'obj') === wanted);
  return [onMaster, onLayout, shape].filter((each) => each !== undefined);
}

function matches(other: XmlNode['attributes'], type: string, idx: string | undefined): boolean {
  const isTitle = (kind: string): boolean => kind === 'title' || kind === 'ctrTitle';
  if (idx !== undefined) return other['idx'] === idx;
  const kind = other['type'] ?? 'obj';
  return kind === type || (isTitle(kind) && isTitle(type));
}

function findMatch(
  sheet: Sheet,
  accepts: (attributes: XmlNode['attributes']) => boolean,
): XmlNode | undefined {
  return findNode(sheet.part.root, 'cSld', 'spTree')?.children.find((shape) => {
    const placeholder = findPlaceholder(shape);
    return placeholder !== undefined && accepts(placeholder.attributes);
  });
}

function findPlaceholder(shape: XmlNode | undefined): XmlNode | undefined {
  const properties = shape?.children.find(({ name }) => /^nv\w+Pr$/u.test(name));
  return findNode(properties, 'nvPr', 'ph');
}
