/** Commands for the background of a page, and for the file and the frame of a picture. */
import {
  canSetBackground,
  findSelectedBackground,
  releaseBackground,
  setBackground,
} from '../model/changes/background.ts';
import { canFillShape, fillShape } from '../model/changes/frame.ts';
import { findElements } from '../model/elements.ts';
import type { DesignerState } from '../state/designer.ts';
import { command, type Command } from './command.ts';

/** Whether one image is selected. */
function isImage({ design }: DesignerState): boolean {
  const [placed, ...others] = findElements(design.document, design.selection);
  return placed?.element.type === 'image' && others.length === 0;
}

export const backgroundCommands: readonly Command[] = [
  command('replacePicture', { canRun: isImage }, (store, { chooseImage }) => {
    const [id] = store.getState().design.selection;
    chooseImage(id);
  }),
  command('fillShape', { canRun: ({ design }) => canFillShape(design) }, (store) =>
    store.getState().change(fillShape),
  ),
  command('setBackground', { canRun: ({ design }) => canSetBackground(design) }, (store) =>
    store.getState().change(setBackground),
  ),
  command('releaseBackground', { canRun: ({ design }) => findSelectedBackground(design) !== null }, (store) =>
    store.getState().change(releaseBackground),
  ),
];
