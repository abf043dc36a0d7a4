/** All lengths of an element: its box, type, strokes, radii and effects. */
import type { TemplateElement } from '../model/template.ts';
import { walkElements } from '../model/elements.ts';
import { roundLength } from '../model/placement.ts';
import { convertLength, type Unit } from '../model/amount.ts';
import { parts, type Control } from '../fields/controls.ts';
import { elementSchemas, schemaAt, toRule } from '../fields/values/schema.ts';
import { isObject, setValue, valueAt } from '../fields/values/values.ts';
import type { ControlSection } from './sections/section-types.ts';
import { listSections } from './sections/sections.ts';

type Convert = (length: number) => number;

/** Converts all lengths of an element, without those of its elements. */
export function convertElement(element: TemplateElement, convert: Convert): void {
  fixPathData(element);
  const sections = listSections(element.type);
  const schema = schemas.get(element.type)!;
  for (const { controls } of sections) {
    for (const { path, isLength } of controls) {
      // A length that is left out counts in the document's unit.
      const holder = path.split('.').slice(0, -1).join('.');
      if (isLength !== true || holder === '' || !isObject(valueAt(element, holder))) continue;
      const preset = toRule(schemaAt([schema], path)).default;
      if (typeof preset === 'number' && preset !== 0 && valueAt(element, path) === undefined)
        setValue(element, path, preset);
    }
  }
  convertAll(element, sections, (length) => roundLength(convert(length)));
}

const schemas = elementSchemas();

/** Converts the lengths of an object that controls edit. */
export function convertAll(target: object, sections: readonly ControlSection[], convert: Convert): void {
  for (const { controls } of sections) for (const control of controls) convertKey(target, control, convert);
}

function convertKey(target: object, control: Control, convert: Convert): void {
  const value = valueAt(target, control.path);
  if (control.isLength === true) {
    if (typeof value === 'number') setValue(target, control.path, convert(value));
    else if (Array.isArray(value)) setValue(target, control.path, (value as readonly number[]).map(convert));
    return;
  }
  if (!isObject(value)) return;
  const inner = (parts[control.kind] ?? []).map((part) => ({
    ...part,
    path: part.path.replace('[].', ''),
  }));
  const items = Array.isArray(value) ? value.filter(isObject) : [value];
  for (const item of items) for (const part of inner) convertKey(item, part, convert);
}

/** Path data without an area of its own are lengths: the box becomes their area, which it stretches. */
function fixPathData(element: TemplateElement): void {
  const { width, height } = element;
  if (!(width > 0 && height > 0)) return;
  const holders = [
    element.type === 'path' ? element : null,
    element.type === 'text' ? element.path : null,
    'mask' in element ? element.mask : null,
  ];
  for (const holder of holders)
    if (holder?.d !== undefined && holder.viewBox === undefined) holder.viewBox = [0, 0, width, height];
}

/**
 * Makes an element larger or smaller as a whole, with its elements: texts, strokes, radii and effects grow
 * with the box. Where it is changes alike, in the coordinates of its group.
 */
export function scaleElement(element: TemplateElement, factor: number, unit: Unit): void {
  for (const { element: each } of walkElements([element])) {
    for (const [path, px] of presets(each))
      if (valueAt(each, path) === undefined) setValue(each, path, roundLength(convertLength(px, 'px', unit)));
    convertElement(each, (length) => length * factor);
  }
}

/** Lengths that are fixed in CSS pixels where they are left out. */
function presets(element: TemplateElement): readonly (readonly [path: string, px: number])[] {
  if (element.type === 'table') return [['body.fontSize', 16]];
  if (element.type !== 'text') return [];
  const shrinks = element.overflow === 'shrink' || element.textFit !== undefined;
  return [['fontSize', 16], ...(shrinks ? ([['minFontSize', 8]] as const) : [])];
}
