/** Adds a chart of the first list, which is made if there is none: one step of undo. */
import { chartWords } from '../../words/designer/chart.ts';
import { designerWords } from '../../words/designer/designer.ts';
import { inCentre } from '../model/new-elements.ts';
import { addElements } from '../model/changes/content.ts';
import { addVariable } from '../model/changes/variables.ts';
import { inOneStep, type Design } from '../model/design.ts';
import { seenDocument } from '../model/known-boxes.ts';
import type { TemplateDocument, TemplateVariable } from '../model/template.ts';
import { convertLength } from '../model/amount.ts';
import { buildChart, sampleList } from './new-chart.ts';

/** Adds the chart and selects it. */
export function addChart(design: Design): Design {
  const document = seenDocument(design);
  const { viewport, viewportUnit = 'px' } = document;
  const { list, isNew } = firstList(document);
  const { width, height } = viewport;
  // Labels that can be read beside the other texts of the page.
  const textSize = Math.max(8, Math.round(convertLength(Math.min(width, height) / 36, viewportUnit, 'px')));
  const chart = {
    ...({ type: 'chart', id: designerWords.elementNames.chart } as const),
    ...inCentre(width * 0.6, height * 0.5, document),
    spec: buildChart(list, textSize),
  };
  return inOneStep(design, (start) => addElements(isNew ? addVariable(start, list) : start, [chart]));
}

/** The first list of a document; without one, a list with sample entries that is to be added. */
export function firstList(document: TemplateDocument): { list: TemplateVariable; isNew: boolean } {
  const { variables = [] } = document;
  const found = variables.find(({ type, fields = [] }) => type === 'list' && fields.length > 0);
  return { list: found ?? newList(document), isNew: found === undefined };
}

function newList({ variables = [] }: TemplateDocument): TemplateVariable {
  const { name, ...words } = chartWords.sample;
  const taken = new Set(variables.map((variable) => variable.name));
  let free: string = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
  return sampleList(free, words);
}
