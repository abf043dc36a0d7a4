/** Commands for the part of a picture that is seen. */
import { applyToPoint, inverse } from 'transformation-matrix';
import { cropImage } from '../model/changes/crop.ts';
import { showPart, showWhole } from '../model/picture-crop.ts';
import { turnOfBox, type Point } from '../model/placement.ts';
import { findCroppable, findCropped } from '../state/cropped.ts';
import type { DesignerState, DesignerStore } from '../state/designer.ts';
import { command, type Command } from './command.ts';

/** The one image that is selected, if it can be cropped. */
function croppableId(state: DesignerState): string | null {
  const [id, ...others] = state.design.selection;
  return id !== undefined && others.length === 0 && findCroppable(state, id) !== null ? id : null;
}

/** Moves the picture that is cropped in its frame; returns false if none is. */
export function movePicture(store: DesignerStore, { x, y }: Point): boolean {
  const cropped = findCropped(store.getState());
  if (cropped === null) return false;
  const { element, whole } = cropped;
  const by = applyToPoint(inverse(turnOfBox(element)), { x, y });
  const moved = { ...whole, x: whole.x + by.x, y: whole.y + by.y };
  store
    .getState()
    .change((design) =>
      cropImage(design, element.id, (image) => showPart(image, moved), { joins: `crop ${element.id}` }),
    );
  return true;
}

export const cropCommands: readonly Command[] = [
  command(
    'leaveCrop',
    { keys: ['Escape', 'Enter'], isForCanvas: true, canRun: ({ cropping }) => cropping !== null },
    (store) => store.getState().set({ cropping: null }),
  ),
  command(
    'cropPicture',
    {
      keys: ['Enter'],
      isForCanvas: true,
      canRun: (state) => state.cropping === null && croppableId(state) !== null,
    },
    (store) => store.getState().set({ cropping: croppableId(store.getState()), textEdit: null }),
  ),
  command('wholePicture', { canRun: (state) => croppableId(state) !== null }, (store) => {
    const id = croppableId(store.getState());
    if (id !== null) store.getState().change((design) => cropImage(design, id, showWhole));
  }),
];
