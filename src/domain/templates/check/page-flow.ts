import type { Repeat, TemplateDocument } from '../../../../generated/template.ts';
import { listPageGroups, listPages, type DocumentPage } from '../../../render/bind/document-pages.ts';
import { pageNames } from '../../../render/bind/running.ts';
import type { TemplateProblem } from './problem.ts';

/**
 * Checks what a page that flows needs, and the header and footer of a page.
 *
 * @param isRefused whether the schema refuses what a pointer says, which then has one problem already
 */
export function checkFlow(page: DocumentPage, isRefused: (pointer: string) => boolean): TemplateProblem[] {
  return [
    ...(page.page?.flow === true && !isRefused(`${page.pointer}/layout`) ? checkColumn(page) : []),
    ...(page.running.length === 0 ? [] : checkNames(page.pointer, page.page?.repeat)),
    ...page.running.flatMap(({ key, pointer, group }) =>
      group.pin === undefined
        ? []
        : [
            {
              pointer: `${pointer}/pin`,
              detail: `A ${key} stands at the edge of the page: "x" and "y" move it, "pin" does not.`,
            },
          ],
    ),
    ...checkRoom(page),
  ];
}

function checkColumn({ pointer, page, layout, viewport, elements }: DocumentPage): TemplateProblem[] {
  const needs = 'A page that flows needs a "layout" with the direction "column"';
  if (layout === undefined) return [{ pointer: `${pointer}/flow`, detail: `${needs}, and has none.` }];
  const problems: TemplateProblem[] = [];
  const report = (key: string, detail: string) => problems.push({ pointer: `${pointer}/${key}`, detail });
  if (layout.direction !== 'column') {
    const key = layout.direction === undefined ? 'layout' : 'layout/direction';
    report(key, `${needs}, but this is a row.`);
  }
  if (layout.wrap === true) report('layout/wrap', `${needs} that does not wrap.`);
  if (typeof viewport.height !== 'number') {
    const at = page?.viewport === undefined ? '/viewport/height' : `${pointer}/viewport/height`;
    problems.push({ pointer: at, detail: 'A page that flows has a fixed height: give it a number.' });
  }
  for (const [index, { height, position }] of elements.entries())
    if (height === 'fill' && position !== 'absolute')
      report(
        `elements/${index}/height`,
        'A page that flows has no height of which "fill" could be a share: give it a number or "hug".',
      );
  return problems;
}

/** The names of the page's number stand for nothing else in headers and footers: also those of groups. */
export function checkGroupNames(document: TemplateDocument): TemplateProblem[] {
  const withRunning = new Set(
    listPages(document).map(({ group, running }) => (running.length === 0 ? null : group)),
  );
  return listPageGroups(document).flatMap(({ group: { repeat }, group, pointer }) =>
    withRunning.has(group) ? checkNames(pointer, repeat) : [],
  );
}

function checkNames(pointer: string, repeat: Repeat | undefined): TemplateProblem[] {
  if (repeat === undefined) return [];
  return (['as', 'index'] as const).flatMap((key) => {
    const name = repeat[key];
    if (name === undefined || !pageNames.includes(name)) return [];
    const detail = `The name "${name}" is that of a number in header and footer: choose another one.`;
    return [{ pointer: `${pointer}/repeat/${key}`, detail }];
  });
}

/** Something of the page has to be left for its layout, as far as the document says the heights. */
function checkRoom({ viewport, layout, running }: DocumentPage): TemplateProblem[] {
  const [last] = running.slice(-1);
  if (layout === undefined || last === undefined || typeof viewport.height !== 'number') return [];
  const taken = running.reduce((sum, { group: { height, y = 0 } }) => {
    return sum + (typeof height === 'number' && typeof y === 'number' ? Math.max(0, height + y) : 0);
  }, 0);
  if (taken < viewport.height) return [];
  const detail =
    `Header and footer take ${taken} of the page's height of ${viewport.height}: ` +
    'nothing is left for its layout.';
  return [{ pointer: `${last.pointer}/height`, detail }];
}
