/** Changes the unit of a document: all lengths are converted, so that its size stays. */
import type { TemplateDocument } from '../model/template.ts';
import { walkPages } from '../model/elements.ts';
import { roundLength } from '../model/placement.ts';
import { documentSections } from './sections/page.ts';
import { convertLength, type Unit } from '../model/amount.ts';
import { setValue } from '../fields/values/values.ts';
import { convertAll, convertElement } from './lengths.ts';

/** Converts a document. A page in pixels has whole ones. */
export function changeUnit(document: TemplateDocument, unit: Unit): void {
  const from = document.viewportUnit ?? 'px';
  const convert = (length: number): number => roundLength(convertLength(length, from, unit));
  const holders = [document, ...(document.pages ?? [])];
  for (const holder of holders) convertAll(holder, documentSections, convert);
  for (const { element } of walkPages(document)) {
    convertElement(element, convert);
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
