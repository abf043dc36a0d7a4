/** Changes of the list of data sets. They are kept beside the document, without undo. */
import { takeId } from '../model/elements.ts';
import type { DataSet } from '../state/design-settings.ts';
import type { DesignerStore } from '../state/designer.ts';

/** As the contract has it. */
export const maxSets = 50;
export const maxNameCharacters = 100;

/** Adds a data set and shows it on the canvas. Its name is made unique. */
export function addSet(store: DesignerStore, set: DataSet): void {
  const state = store.getState();
  const names = new Set(state.settings.dataSets.map(({ name }) => name));
  const name = takeId(names, set.name.slice(0, maxNameCharacters - 4));
  state.setSettings({ dataSets: [...state.settings.dataSets, { ...set, name }] });
  state.set({ dataSet: name });
}

/** Gives a data set another name or other values. */
export function replaceSet(store: DesignerStore, before: DataSet, after: DataSet): void {
  const state = store.getState();
  state.setSettings({
    dataSets: state.settings.dataSets.map((each) => (each.name === before.name ? after : each)),
  });
  if (state.dataSet === before.name) state.set({ dataSet: after.name });
}

/** Removes a data set. The canvas shows the defaults if it has shown it. */
export function removeSet(store: DesignerStore, { name }: DataSet): void {
  const state = store.getState();
  state.setSettings({ dataSets: state.settings.dataSets.filter((each) => each.name !== name) });
  if (state.dataSet === name) state.set({ dataSet: null });
}
