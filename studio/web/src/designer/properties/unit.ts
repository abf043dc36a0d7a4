/** Changes the unit of a document: all lengths are converted, so that its size stays. */
import type { TemplateDocument } from '../model/template.ts';
import { walkPages } from '../model/elements.ts';
import { roundLength } from '../model/placement.ts';
import { parts, type Control } from '../fields/controls.ts';
import { documentSections } from './sections/page.ts';
import type { ControlSection } from './sections/section-types.ts';
import { listSections } from './sections/sections.ts';
import { convertLength, type Unit } from '../model/amount.ts';
import { isObject, setValue, valueAt } from '../fields/values/values.ts';

/** Converts a document. A page in pixels has whole ones. */
export function changeUnit(document: TemplateDocument, unit: Unit): void {
  const from = document.viewportUnit ?? 'px';
  const convert = (length: number): number => roundLength(convertLength(length, from, unit));
  const holders = [document, ...(document.pages ?? [])];
  for (const holder of holders) convertAll(holder, documentSections, convert);
  for (const { element } of walkPages(document)) {
    convertAll(element, listSections(element.type), convert);
  }
  if (unit === 'px') {
    for (const { viewport } of holders) {
      if (viewport === undefined) continue;
      viewport.width = Math.max(1, Math.round(viewport.width));
      if (typeof viewport.height === 'number') viewport.height = Math.max(1, Math.round(viewport.height));
    }
  }
  setValue(document, 'viewportUnit', unit === 'px' ? undefined : unit);
}

function convertAll(
  target: object,
  sections: readonly ControlSection[],
  convert: (length: number) => number,
): void {
  for (const { controls } of sections) for (const control of controls) convertKey(target, control, convert);
}

function convertKey(target: object, control: Control, convert: (length: number) => number): void {
  const value = valueAt(target, control.path);
  if (control.isLength === true) {
    if (typeof value === 'number') setValue(target, control.path, convert(value));
    else if (Array.isArray(value)) setValue(target, control.path, (value as readonly number[]).map(convert));
  } else if (Array.isArray(value)) {
    const inList = (parts[control.kind] ?? []).map((part) => ({
      ...part,
      path: part.path.replace('[].', ''),
    }));
    for (const item of value.filter(isObject)) for (const part of inList) convertKey(item, part, convert);
  }
}
