/** Checks of the sizes of a document: each one is checked as a document of its own. */
import type { TemplateDocument, TemplateSize } from '../../../../generated/template.ts';
import { suggest } from '../../../common/names/nearest-name.ts';
import { applySize, keptKeys, type SizedDocument } from '../../../common/sizes/size-document.ts';
import { escapePointer } from '../../../common/text/json-text.ts';
import { listPageGroups, listPages } from '../../../render/bind/document-pages.ts';
import { quoteValue } from '../../variables/types.ts';
import { merge, toFindings, type Findings, type TemplateProblem } from './problem.ts';
import { locateInSize, placeOf } from './size-places.ts';
import { isCellPlace, walkDocument } from './walk-elements.ts';

/** Elements that all sizes have together: each is checked. */
const maxElements = 100_000;

/**
 * Checks the sizes of a document: what their keys name, and each one as a document of its own. What is found
 * in the base design, too, is not repeated.
 *
 * @param ofBase what was found in the base design
 * @param isRefused whether the schema refuses something in a size, by its pointer
 * @param check makes all checks of a document
 */
export async function checkSizes(
  document: TemplateDocument,
  ofBase: Findings,
  isRefused: (pointer: string) => boolean,
  check: (sized: SizedDocument) => Promise<Findings>,
): Promise<Findings> {
  const { sizes = [] } = document;
  if (sizes.length === 0) return toFindings({});
  const names = listNames(document);
  const count = names.elements.size * sizes.length;
  if (count > maxElements) {
    const detail = `The sizes have ${count} elements together; at most ${maxElements} are accepted.`;
    return toFindings({ problems: [{ pointer: '/sizes', detail }] });
  }
  const findings = [toFindings({ problems: findRepeated(sizes) })];
  for (const [index, size] of sizes.entries()) {
    const pointer = `/sizes/${index}`;
    if (isRefused(pointer)) continue;
    const problems = checkNames(size, pointer, document, names);
    findings.push(toFindings({ problems }));
    if (problems.some((problem) => problem.pointer === `${pointer}/hidden`)) continue;
    const sized = applySize(document, size);
    findings.push(onlyNew(await check(sized), sized, { document, ofBase, size, pointer }));
  }
  return merge(findings);
}

/** The ids that sizes may name. */
interface Names {
  readonly elements: ReadonlySet<string>;
  readonly pages: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

function listNames(document: TemplateDocument): Names {
  const elements = [...walkDocument(document)].flatMap(([pointer, { id }]) =>
    isCellPlace(pointer) ? [] : id,
  );
  return {
    elements: new Set(elements),
    pages: new Set(listPages(document).flatMap(({ page }) => (page === null ? [] : [page.id]))),
    groups: new Set(listPageGroups(document).map(({ group }) => group.id)),
  };
}

function findRepeated(sizes: readonly TemplateSize[]): TemplateProblem[] {
  return sizes.flatMap(({ id }, index) => {
    const first = sizes.findIndex((each) => each.id === id);
    if (first === index) return [];
    return [
      { pointer: `/sizes/${index}/id`, detail: `The id "${id}" is taken already, by /sizes/${first}.` },
    ];
  });
}

/** Checks what a size names, and its own keys. */
function checkNames(
  size: TemplateSize,
  pointer: string,
  document: TemplateDocument,
  { elements, pages, groups }: Names,
): TemplateProblem[] {
  const { overrides = {}, hidden = [], order = [], pages: ofPages = {}, layout } = size;
  const unknown = (what: string, id: string, known: ReadonlySet<string>) =>
    `There is no ${what} ${quoteValue(id)}.${suggest(id, [...known].slice(0, 1_000)) ?? ''}`;
  const at = (key: string, id: string) => `${pointer}/${key}/${escapePointer(id)}`;
  const problems: TemplateProblem[] = [];
  for (const [id, override] of Object.entries(overrides)) {
    if (!elements.has(id))
      problems.push({ pointer: at('overrides', id), detail: unknown('element', id, elements) });
    for (const key of keptKeys.filter((each) => Object.hasOwn(override, each))) {
      const advice = key === 'elements' ? ': its elements are changed by their own ids' : '';
      const detail = `A size does not change the "${key}" of an element${advice}.`;
      problems.push({ pointer: `${at('overrides', id)}/${key}`, detail });
    }
  }
  const known = elements.union(pages).union(groups);
  for (const [index, id] of hidden.entries())
    if (!known.has(id))
      problems.push({ pointer: `${pointer}/hidden/${index}`, detail: unknown('element or page', id, known) });
  for (const [index, id] of order.entries()) {
    const detail = !elements.has(id)
      ? unknown('element', id, elements)
      : order.indexOf(id) < index
        ? `The element ${quoteValue(id)} is listed already.`
        : null;
    if (detail !== null) problems.push({ pointer: `${pointer}/order/${index}`, detail });
  }
  for (const id of Object.keys(ofPages))
    if (!pages.has(id)) problems.push({ pointer: at('pages', id), detail: unknown('page', id, pages) });
  if (layout !== undefined && document.pages !== undefined) {
    const detail = 'A document with "pages" has no "layout" of its own: give that of a page in "pages".';
    problems.push({ pointer: `${pointer}/layout`, detail });
  }
  if (document.pages !== undefined && applySize(document, size).pages?.length === 0)
    problems.push({ pointer: `${pointer}/hidden`, detail: 'A size has at least one page.' });
  return [...problems, ...checkWholePixels(size, pointer, document.viewportUnit ?? 'px')];
}

/** In `px`, the sides of pages are whole numbers. */
function checkWholePixels(
  { viewport, viewportUnit, pages = {} }: TemplateSize,
  pointer: string,
  unit: NonNullable<TemplateDocument['viewportUnit']>,
): TemplateProblem[] {
  if ((viewportUnit ?? unit) !== 'px') return [];
  const given = [
    [`${pointer}/viewport`, viewport] as const,
    ...Object.entries(pages).map(
      ([id, page]) => [`${pointer}/pages/${escapePointer(id)}/viewport`, page.viewport] as const,
    ),
  ];
  return given.flatMap(([place, { width, height } = { width: 1, height: 1 }]) => {
    const sides: [string, number][] =
      typeof height === 'object'
        ? [
            ['width', width],
            ['height/min', height.min],
            ['height/max', height.max],
          ]
        : [
            ['width', width],
            ['height', height],
          ];
    return sides
      .filter(([, side]) => !Number.isInteger(side))
      .map(([key, side]) => ({
        pointer: `${place}/${key}`,
        detail: `Sides in px are whole numbers, but this is ${side}.`,
      }));
  });
}

/** What is wrong with a size only, with places in the size. */
function onlyNew(
  found: Findings,
  sized: SizedDocument,
  {
    document,
    ofBase,
    size,
    pointer,
  }: {
    readonly document: TemplateDocument;
    readonly ofBase: Findings;
    readonly size: TemplateSize;
    readonly pointer: string;
  },
): Findings {
  const located = (problems: readonly TemplateProblem[], base: readonly TemplateProblem[]) => {
    const known = new Set(base.map((each) => keyOf(document, each)));
    return problems
      .filter((each) => !known.has(keyOf(sized, each)))
      .map((each) => locateInSize(sized, size, pointer, each));
  };
  const moved = <Use extends { readonly pointer: string }>(uses: readonly Use[], base: readonly Use[]) => {
    const ofUse = ({ pointer: _pointer, ...use }: Use) => JSON.stringify(use);
    const known = new Set(base.map(ofUse));
    return uses
      .filter((use) => !known.has(ofUse(use)))
      .map((use) => ({
        ...use,
        pointer: locateInSize(sized, size, pointer, { pointer: use.pointer, detail: '' }).pointer,
      }));
  };
  return {
    problems: located(found.problems, ofBase.problems),
    warnings: located(found.warnings, ofBase.warnings),
    fileUses: moved(found.fileUses, ofBase.fileUses),
    axisUses: moved(found.axisUses, ofBase.axisUses),
    colorUses: moved(found.colorUses, ofBase.colorUses),
  };
}

/** The same for the same finding at the same element, wherever that stands. */
function keyOf(document: object, { pointer, detail }: TemplateProblem): string {
  const place = placeOf(document, pointer);
  return JSON.stringify([place.element ?? place.page, place.keys, detail]);
}
