import { fitToVariables, completeForDesign } from '../model/example-values.ts';
import type { Values } from '../model/values.ts';
import { type DesignerState, noVariables } from './designer.ts';

type WithValues = Pick<DesignerState, 'dataSet' | 'settings' | 'design' | 'example'>;

/** The example values that fit the variables as they are now. The same object until one of them changes. */
export function shownExample({ example, design }: Pick<WithValues, 'design' | 'example'>): Values {
  return fitToVariables(example.values, example.variables, design.document.variables ?? noVariables);
}

/** The values of the chosen data set, also of variables that the document does not have; else the example. */
export function shownSet(state: WithValues): Values {
  const { dataSet, settings } = state;
  return settings.dataSets.find(({ name }) => name === dataSet)?.values ?? shownExample(state);
}

/** The values that the canvas shows. The same object until one of them changes. */
export function shownValues(state: WithValues): Values {
  return completeForDesign(shownSet(state), state.design.document.variables, shownExample(state));
}
