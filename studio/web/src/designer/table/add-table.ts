/** Adds a table of the first list, which is made if there is none: one step of undo. */
import { designerWords } from '../../words/designer/designer.ts';
import { firstList } from '../chart/add-chart.ts';
import { inCentre } from '../model/new-elements.ts';
import { addElements } from '../model/changes/content.ts';
import { addVariable } from '../model/changes/variables.ts';
import { inOneStep, type Design } from '../model/design.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { roundLength } from '../model/placement.ts';
import type { TemplateElement } from '../model/template.ts';
import { buildColumns, copyLook } from './new-table.ts';

/** Adds the table and selects it. It is as high as its rows. */
export function addTable(design: Design): Design {
  const document = seenDocument(design);
  const { width, height } = document.viewport;
  const { list, isNew } = firstList(document);
  const { height: _, ...box } = inCentre(width * 0.8, height * 0.6, document);
  const fontSize = roundLength(Math.min(width, height) / 32);
  const table = {
    type: 'table',
    id: designerWords.elementNames.table,
    ...box,
    height: 'hug',
    rows: writeRows(list.name),
    columns: buildColumns(list),
    ...copyLook(fontSize, roundLength),
  } as unknown as TemplateElement;
  return inOneStep(design, (start) => addElements(isNew ? addVariable(start, list) : start, [table]));
}

/** The rows of a table that shows all entries of a list. */
export function writeRows(list: string): string {
  return `{{ ${list} }}`;
}
