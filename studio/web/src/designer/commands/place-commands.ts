/** Commands for what the pointer does on the canvas: move, resize, turn, put into groups, scroll. */
import { moveInOrder } from '../model/changes/arrange.ts';
import { nudge } from '../model/changes/layout-order.ts';
import { resizeBy, rotateSelected } from '../model/changes/transform.ts';
import type { Design } from '../model/design.ts';
import { findElements } from '../model/elements.ts';
import { command, hasSelection, type Command, type CommandId } from './command.ts';
import { movePicture } from './crop-commands.ts';
import { movePoint } from './point-commands.ts';

/** How often the same key is undone at once: all presses in a row. */
function getJoins(what: string, { selection }: Design): string {
  return `${what} ${selection.join(' ')}`;
}

function moveCommand(id: CommandId, x: number, y: number, key: string): Command {
  return command(id, { keys: [key], isForCanvas: true, canRun: hasSelection }, (store) => {
    // A picture that is cropped moves in its frame, and a chosen point of an outline alone.
    if (movePicture(store, { x, y }) || movePoint(store, { x, y })) return;
    store.getState().change((design) => nudge(design, { x, y }, getJoins('nudge', design)));
  });
}

function resizeCommand(id: CommandId, x: number, y: number, key: string): Command {
  return command(id, { keys: [key], isForCanvas: true, canRun: hasSelection }, (store) =>
    store.getState().change((design) => resizeBy(design, { x, y }, { joins: getJoins('resize', design) })),
  );
}

function turnCommand(id: CommandId, degrees: number, key: string): Command {
  return command(id, { keys: [key], isForCanvas: true, canRun: hasSelection }, (store) =>
    store.getState().change((design) => rotateSelected(design, degrees, { joins: getJoins('turn', design) })),
  );
}

/** CSS pixels of the screen for one press. */
const scrollStep = 60;

/** The arrow keys move the page where they have nothing else to move. */
function scrollCommand(id: CommandId, x: number, y: number, key: string): Command {
  return command(id, { keys: [key], isForCanvas: true, canRun: (state) => !hasSelection(state) }, (store) => {
    const { view, setView } = store.getState();
    setView({ x: view.x - x * scrollStep, y: view.y - y * scrollStep });
  });
}

/** The one that is selected, and where it can go: out of its group, or into the next one behind it. */
function getPlace({ document, selection }: Design): {
  readonly id: string;
  readonly group: string | null;
  readonly nextGroup: string | null;
} | null {
  const [placed, ...others] = findElements(document, selection);
  if (placed === undefined || others.length > 0) return null;
  const { element, groups, siblings, index } = placed;
  // Behind it first, as the tree goes down; then in front of it.
  const near = [...siblings.slice(0, index).reverse(), ...siblings.slice(index + 1)];
  const nextGroup = near.find(({ type }) => type === 'group')?.id ?? null;
  return { id: element.id, group: groups.at(-1)?.id ?? null, nextGroup };
}

function regroupCommand(id: CommandId, target: 'group' | 'nextGroup', place: 'before' | 'inside'): Command {
  return command(id, { canRun: ({ design }) => (getPlace(design)?.[target] ?? null) !== null }, (store) =>
    store.getState().change((design) => {
      const at = getPlace(design);
      const to = at?.[target] ?? null;
      return at === null || to === null ? design : moveInOrder(design, at.id, to, place);
    }),
  );
}

/** Each of them can be done with the pointer, too. */
export const placeCommands: readonly Command[] = [
  moveCommand('moveLeft', -1, 0, 'ArrowLeft'),
  moveCommand('moveRight', 1, 0, 'ArrowRight'),
  moveCommand('moveUp', 0, -1, 'ArrowUp'),
  moveCommand('moveDown', 0, 1, 'ArrowDown'),
  moveCommand('moveLeftFar', -10, 0, 'shift+ArrowLeft'),
  moveCommand('moveRightFar', 10, 0, 'shift+ArrowRight'),
  moveCommand('moveUpFar', 0, -10, 'shift+ArrowUp'),
  moveCommand('moveDownFar', 0, 10, 'shift+ArrowDown'),
  moveCommand('moveLeftFine', -0.1, 0, 'alt+ArrowLeft'),
  moveCommand('moveRightFine', 0.1, 0, 'alt+ArrowRight'),
  moveCommand('moveUpFine', 0, -0.1, 'alt+ArrowUp'),
  moveCommand('moveDownFine', 0, 0.1, 'alt+ArrowDown'),
  resizeCommand('wider', 1, 0, 'mod+ArrowRight'),
  resizeCommand('narrower', -1, 0, 'mod+ArrowLeft'),
  resizeCommand('taller', 0, 1, 'mod+ArrowDown'),
  resizeCommand('shorter', 0, -1, 'mod+ArrowUp'),
  resizeCommand('widerFar', 10, 0, 'mod+shift+ArrowRight'),
  resizeCommand('narrowerFar', -10, 0, 'mod+shift+ArrowLeft'),
  resizeCommand('tallerFar', 0, 10, 'mod+shift+ArrowDown'),
  resizeCommand('shorterFar', 0, -10, 'mod+shift+ArrowUp'),
  turnCommand('turnRight', 1, '.'),
  turnCommand('turnLeft', -1, ','),
  turnCommand('turnRightFar', 15, 'shift+.'),
  turnCommand('turnLeftFar', -15, 'shift+,'),
  regroupCommand('moveOut', 'group', 'before'),
  regroupCommand('moveInto', 'nextGroup', 'inside'),
  scrollCommand('scrollLeft', -1, 0, 'ArrowLeft'),
  scrollCommand('scrollRight', 1, 0, 'ArrowRight'),
  scrollCommand('scrollUp', 0, -1, 'ArrowUp'),
  scrollCommand('scrollDown', 0, 1, 'ArrowDown'),
];
