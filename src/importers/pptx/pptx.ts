/** Presentations of PowerPoint (.pptx; ECMA-376). */
import type { Paint, TemplateElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { UnreadableDesign } from '../design.ts';
import { namesApart } from '../element-names.ts';
import type { Importer } from '../importer.ts';
import { TextMeasure } from '../measure-text.ts';
import { requirePage } from '../pages.ts';
import { readColor } from './colors.ts';
import { emuPerPx, type Sheet, type SlideContext } from './context.ts';
import { isPresentation, Presentation } from './package.ts';
import { readFill, readStyleFill } from './paints.ts';
import { fillWithPicture } from './pictures.ts';
import { slideSpace } from './places.ts';
import { convertTree } from './shapes.ts';
import { openDeck, openSheets, readPageName } from './slides.ts';
import { findNode, isOn, readNumber, type XmlNode } from './xml.ts';

/** The importer of PowerPoint's presentations. */
export const pptx: Importer = {
  format: 'pptx',
  pagesKey: 'slides',
  recognizes: ({ bytes }) => isPresentation(bytes),
  convert: async (source, _json, builder, place) => {
    if (!isPresentation(source.bytes)) throw new UnreadableDesign('It is no presentation of PowerPoint.');
    const file = new Presentation(source.bytes);
    const deck = openDeck(file);
    const page = requirePage(deck.pages, place);
    const sheets = openSheets(file, page, deck.kind);
    const size = findNode(deck.root.root, 'sldSz');
    const [width, height] = ['cx', 'cy'].map((side) => (readNumber(size, side) ?? 0) / emuPerPx);
    const viewport = { width: readSide(width, 1_280), height: readSide(height, 720) };
    const shared = {
      builder,
      measure: new TextMeasure(builder, 'px'),
      file,
      defaultStyle: findNode(deck.root.root, 'defaultTextStyle'),
      tableStyles: file.part('ppt/tableStyles.xml')?.root,
      names: namesApart(sheets.flatMap(listShapes), readShapeName),
      standIns: new Set<string>(),
    };
    if (findNode(page.root, 'timing', 'tnLst', 'par', 'cTn', 'childTnLst', 'seq') !== undefined)
      builder.lose('', 'timing', 'A picture does not move.');
    const background = await readBackground(sheets, viewport, shared);
    const elements: TemplateElement[] = [...background.elements];
    for (const [index, sheet] of [...sheets.entries()].toReversed()) {
      if (index > 0 && !showsMaster(sheets.slice(0, index))) continue;
      // A layout that is a page has its own placeholders as texts.
      const context = { ...shared, sheet, parents: sheets.slice(index + 1), isOwn: index === 0 };
      elements.push(...(await convertTree(findNode(sheet.part.root, 'cSld', 'spTree'), slideSpace, context)));
    }
    return {
      page: {
        name: source.name.replace(/\.[a-z]+$/iu, '') || 'Presentation',
        viewport,
        ...(background.paint !== null && { background: background.paint }),
      },
      elements,
      pages: deck.pages.map((each, index) => readPageName(each, index, deck.kind)),
    };
  },
};

function readSide(side: number | undefined, usual: number): number {
  return side === undefined || side < 1 ? usual : Math.min(30_000, rounded(side));
}

/** Whether none of the sheets hides what is behind it. */
function showsMaster(sheets: readonly Sheet[]): boolean {
  return sheets.every(({ part }) => {
    const shows = part.root.attributes['showMasterSp'];
    return shows === undefined || isOn(shows);
  });
}

function listShapes({ part }: Sheet): XmlNode[] {
  const inside = (node: XmlNode): XmlNode[] =>
    node.children.flatMap((each) =>
      each.children.some(({ name }) => /^nv\w+Pr$/u.test(name)) ? [each, ...inside(each)] : [],
    );
  const tree = findNode(part.root, 'cSld', 'spTree');
  return tree === undefined ? [] : inside(tree);
}

function readShapeName(shape: XmlNode): string {
  const properties = shape.children.find(({ name }) => /^nv\w+Pr$/u.test(name));
  return findNode(properties, 'cNvPr')?.attributes['name']?.trim() || shape.name;
}

/** The background of a page: its own, or that of its layout or its master. */
async function readBackground(
  sheets: readonly Sheet[],
  { width, height }: { readonly width: number; readonly height: number },
  shared: Omit<SlideContext, 'sheet' | 'parents' | 'isOwn'>,
): Promise<{ readonly paint: Paint | null; readonly elements: readonly TemplateElement[] }> {
  const sheet = sheets.find(({ part }) => findNode(part.root, 'cSld', 'bg') !== undefined);
  if (sheet === undefined) return { paint: '#ffffff', elements: [] };
  const node = findNode(sheet.part.root, 'cSld', 'bg');
  const lose = lossesOf(shared.builder);
  const reference = findNode(node, 'bgRef');
  const fill =
    readFill(findNode(node, 'bgPr'), { sheet, lose }) ??
    readStyleFill(reference, { sheet: withThemePictures(sheet, shared), lose });
  if (fill?.kind === 'paint') return { paint: fill.paint, elements: [] };
  if (fill?.kind !== 'picture')
    return { paint: readColor(reference, sheet.scheme) ?? '#ffffff', elements: [] };
  const box = { x: 0, y: 0, width, height, rotation: 0 };
  const elements = await fillWithPicture(
    fill,
    { kind: 'rect' },
    { box, flipX: false, flipY: false },
    {
      shape: { name: 'Background', attributes: {}, children: [], text: '' },
      context: { ...shared, sheet, parents: [], isOwn: false },
      shadow: null,
    },
  );
  return { paint: '#ffffff', elements };
}

function lossesOf(builder: TemplateBuilder): (property: string, reason: string) => void {
  return (property, reason) => builder.lose('Background', property, reason);
}

/** Pictures in styles of a theme are found from the theme. */
function withThemePictures(sheet: Sheet, { file }: Pick<SlideContext, 'file'>): Sheet {
  const part = findTheme(sheet, file);
  return part === null ? sheet : { ...sheet, part };
}

function findTheme(sheet: Sheet, file: Presentation): Sheet['part'] | null {
  const owner = [sheet.part, file.related(sheet.part, 'slideLayout')];
  const masters = owner.flatMap((part) => [part, file.related(part, 'slideMaster')]);
  return masters.map((part) => file.related(part, 'theme')).find((part) => part !== null) ?? null;
}
