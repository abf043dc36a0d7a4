import type { Layout, TemplateDocument, TemplateElement } from '../../../../generated/template.ts';
import { hasOwnSize } from '../../../render/bind/code-options.ts';
import { listPages, type DocumentPage } from '../../../render/bind/document-pages.ts';
import { checkFlow, checkGroupNames } from './page-flow.ts';
import type { TemplateProblem } from './problem.ts';

/**
 * Checks what decides the boxes of elements: outside of a layout numbers, pins or content; in a layout also
 * shares of it.
 *
 * @param isRefused whether the schema refuses what a pointer says, which then has one problem already
 */
export function checkBoxes(
  document: TemplateDocument,
  isRefused: (pointer: string) => boolean,
): TemplateProblem[] {
  const ofPages = listPages(document).flatMap((page) => [
    ...checkHeights(page),
    ...checkFlow(page, isRefused),
    ...checkAll(page.elements, placesIn(page.pointer, page.elements), page.layout, isRefused),
    ...page.running.flatMap(({ group, pointer }) => {
      const { x = 0, y = 0, width = page.viewport.width } = group;
      return checkAll([{ ...group, x, y, width }], [pointer], undefined, isRefused);
    }),
  ]);
  return [...checkGroupNames(document), ...ofPages];
}

/** The pointers of the elements of a page or group. */
function placesIn(pointer: string, elements: readonly TemplateElement[]): string[] {
  return elements.map((_element, index) => `${pointer}/elements/${index}`);
}

function checkAll(
  elements: readonly TemplateElement[],
  pointers: readonly string[],
  layout: Layout | undefined,
  isRefused: (pointer: string) => boolean,
): TemplateProblem[] {
  return elements.flatMap((element, index) => {
    const pointer = pointers[index] ?? '';
    return [
      ...(isRefused(pointer) ? [] : checkBox(element, pointer, layout, isRefused)),
      ...(element.type === 'group'
        ? checkAll(element.elements, placesIn(pointer, element.elements), element.layout, isRefused)
        : []),
    ];
  });
}

function checkBox(
  element: TemplateElement,
  pointer: string,
  layout: Layout | undefined,
  isRefused: (pointer: string) => boolean,
): TemplateProblem[] {
  const isInLayout = layout !== undefined && element.position !== 'absolute';
  const { left, right, top, bottom } = element.pin ?? {};
  const problem = (key: string, detail: string): TemplateProblem => ({
    pointer: `${pointer}/${key}`,
    detail,
  });
  const problems: TemplateProblem[] = [];
  const demand = (key: string) => {
    const isReported = isRefused(`${pointer}/${key}`) || isRefused(`${pointer}/pin`);
    if (!isReported) problems.push({ pointer, detail: `The key "${key}" is missing.` });
  };
  if (element.repeat !== undefined && !isInLayout)
    problems.push(problem('repeat', 'Only an element that a layout places can be repeated.'));
  if (isInLayout) {
    if (element.pin !== undefined) {
      const detail = 'An element in a layout can be pinned only with "position": "absolute".';
      problems.push(problem('pin', detail));
    }
  } else {
    if (element.x === undefined && left === undefined && right === undefined) demand('x');
    if (element.y === undefined && top === undefined && bottom === undefined) demand('y');
  }
  const sides = [
    ['width', left !== undefined && right !== undefined, element.minWidth, element.maxWidth],
    ['height', top !== undefined && bottom !== undefined, element.minHeight, element.maxHeight],
  ] as const;
  for (const [key, isPinned, least = 0, most = Infinity] of sides) {
    const size = element[key];
    const isOptional = (key === 'height' && element.type === 'table') || hasOwnSize(element);
    if (size === undefined && !isOptional && (isInLayout || !isPinned)) demand(key);
    if (size === 'fill' && !isInLayout)
      problems.push(problem(key, '"fill" takes a share of a layout, and this element is in none.'));
    if (size === 'hug' && !hasContent(element))
      problems.push(problem(key, describeHugging(element, isInLayout)));
    const max = key === 'width' ? 'maxWidth' : 'maxHeight';
    if (least > most) problems.push(problem(max, `expected at least the minimum, ${least}, got ${most}.`));
  }
  const mask = element.type === 'image' || element.type === 'group' ? element.mask : undefined;
  if (
    mask?.d !== undefined &&
    mask.viewBox === undefined &&
    sides.some(([key]) => typeof element[key] !== 'number')
  )
    problems.push(problem('mask/viewBox', 'A mask over a box that is not all numbers needs a view box.'));
  if (
    element.type === 'path' &&
    element.viewBox === undefined &&
    sides.some(([key]) => typeof element[key] !== 'number')
  )
    problems.push(problem('viewBox', 'A path whose box is not all numbers needs a view box.'));
  return problems;
}

function hasContent(element: TemplateElement): boolean {
  const { type } = element;
  if (type === 'group') return element.layout !== undefined;
  return (
    hasOwnSize(element) ||
    type === 'image' ||
    type === 'table' ||
    (type === 'text' && element.path === undefined)
  );
}

function describeHugging({ type }: TemplateElement, isInLayout: boolean): string {
  if (type === 'group') return 'A group hugs its elements only with a "layout".';
  const others = isInLayout ? 'a number or "fill"' : 'a number';
  const module = type === 'qrcode' || type === 'barcode' ? ', or a "moduleSize"' : '';
  return `An element of the type "${type}" has no size of its own to hug: give it ${others}${module}.`;
}

/** A page as tall as its content needs a layout that is as tall as that. */
function checkHeights({ pointer, page, viewport, layout, elements }: DocumentPage): TemplateProblem[] {
  const { height } = viewport;
  const at = page === null || page.viewport === undefined ? '/viewport/height' : `${pointer}/viewport/height`;
  if (typeof height === 'number') return [];
  if (height.min > height.max) {
    const detail = `expected at least "min", ${height.min}, got ${height.max}.`;
    return [{ pointer: `${at}/max`, detail }];
  }
  if (layout !== undefined || elements.some((element) => element.height === 'hug')) return [];
  const detail =
    'A page as tall as its content needs a "layout", or an element on the page with the height "hug".';
  return [{ pointer: at, detail }];
}
