/** Which elements draw defaults that stand in for values that were left out. */
import type { TableElement, TableTotal, TemplateElement } from '../../../generated/template.ts';
import type { UsedDefault } from '../scene/element-base.ts';
import type { DefaultsUsed } from '../scene/used-defaults.ts';
import { titlesIn } from '../../common/placeholders/chart-titles.ts';
import { listCellElements } from './table/cell-element.ts';
import type { VariableValues } from './variable-values.ts';

/**
 * The used defaults that an element draws as text, as a code, as a picture, or as entries of a list. What
 * only colours, measures, shows or hides it does not count.
 *
 * @param variables the values at the element, with the names of its repeats
 */
export function drawnDefaults(
  element: TemplateElement,
  used: DefaultsUsed,
  variables: VariableValues,
): readonly UsedDefault[] {
  if (used.size === 0) return [];
  const drawn = new Set<UsedDefault>();
  for (const template of drawnTemplates(element))
    for (const name of variables.names.findShown(template))
      for (const each of used.get(name) ?? [])
        if (each.field === undefined || namesField(template, each.field)) drawn.add(each);
  if (element.type === 'chart') addLists(element.spec, used, drawn);
  return [...drawn];
}

function* drawnTemplates(element: TemplateElement): Generator<string> {
  if (element.repeat !== undefined) yield element.repeat.each;
  switch (element.type) {
    case 'text':
      yield element.text ?? '';
      for (const { text, ruby, icon } of getRuns(element)) {
        yield text;
        yield ruby ?? '';
        yield icon ?? '';
      }
      return;
    case 'image':
      yield element.src;
      yield element.mask?.src ?? '';
      return;
    case 'group':
      yield element.mask?.src ?? '';
      return;
    case 'qrcode':
      yield element.value;
      yield element.logo?.src ?? '';
      return;
    case 'barcode':
      yield element.value;
      return;
    case 'chart':
      for (const { text } of titlesIn(element.spec)) yield text;
      return;
    case 'table':
      yield element.rows;
      for (const { header, value } of element.columns) {
        yield header ?? '';
        yield* inRows(value ?? '', element);
      }
      for (const [, cell] of listCellElements(element))
        for (const template of drawnTemplates(cell)) yield* inRows(template, element);
      for (const { cells } of listTotals(element)) yield* cells;
      for (const part of [element.groupHeader, element.groupTotal])
        for (const cell of part?.cells ?? []) yield* inRows(cell, element);
      yield element.carry?.label ?? '';
      yield element.carry?.headLabel ?? '';
      yield* inRows(element.carry?.value ?? '', element);
      return;
    case 'rect':
    case 'ellipse':
    case 'line':
    case 'path':
  }
}

/** The totals of a table in order. */
function listTotals({ total, totals = [] }: TableElement): readonly TableTotal[] {
  return total === undefined ? totals : [total, ...totals];
}

interface DrawnRun {
  readonly text: string;
  readonly ruby?: string;
  readonly icon?: string;
}

function getRuns({ runs = [] }: Extract<TemplateElement, { type: 'text' }>): readonly DrawnRun[] {
  return runs;
}

/** The list of a table stands before the text of a cell: it names fields of its entries, not the list. */
function inRows(cell: string, { rows }: Extract<TemplateElement, { type: 'table' }>): string[] {
  return cell.includes('{{') ? [cell, `${rows}${cell}`] : [];
}

/** A field is named as `.price` or as `["unit price"]`. */
function namesField(template: string, field: string): boolean {
  if (template.includes(JSON.stringify(field)) || template.includes(`'${field}'`)) return true;
  for (let at = template.indexOf(`.${field}`); at !== -1; at = template.indexOf(`.${field}`, at + 1))
    if (!/[\w$]/u.test(template[at + 1 + field.length] ?? '')) return true;
  return false;
}

/** A chart names its data in its specification. */
function addLists(spec: unknown, used: DefaultsUsed, drawn: Set<UsedDefault>): void {
  const text = JSON.stringify(spec);
  for (const [name, defaults] of used)
    for (const each of defaults)
      if (each.isList === true && text.includes(JSON.stringify(name))) {
        const { field } = each;
        if (field === undefined || text.includes(JSON.stringify(field))) drawn.add(each);
      }
}
