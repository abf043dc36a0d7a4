/** Commands for the points of outlines, and for the pen. */
import { applyToPoint, inverse } from 'transformation-matrix';
import { addElements } from '../model/changes/content.ts';
import { findOutline, setPoints } from '../model/changes/shape-points.ts';
import { findElements } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import {
  insertNode,
  listPlaces,
  moveNode,
  removeNode,
  toggleSmooth,
  writeNodes,
} from '../model/path-nodes.ts';
import type { NodePlace, PathNode, SubPath } from '../model/path-nodes.ts';
import { roundLength, toPage, type Point } from '../model/placement.ts';
import type { TemplateElement } from '../model/template.ts';
import { findEditedOutline, findOutlineOf } from '../state/points.ts';
import type { DesignerState, DesignerStore } from '../state/designer.ts';
import { designerWords } from '../../words/designer/designer.ts';
import { command, type Command, type CommandId } from './command.ts';

/** The one element that is selected, if its outline has points. */
function outlinedId({ design }: DesignerState): string | null {
  const [placed, ...others] = findElements(seenDocument(design), design.selection);
  if (placed === undefined || others.length > 0 || findOutline(placed.element) === null) return null;
  return placed.element.id;
}

const isEditing = ({ points }: DesignerState) => points !== null;
const hasPoint = ({ points }: DesignerState) => points?.at != null;

/** Changes the points of the outline that is edited. */
function changePoints(
  store: DesignerStore,
  change: (paths: readonly SubPath[], at: NodePlace) => readonly SubPath[],
  joins?: string,
): void {
  const { points, change: run } = store.getState();
  const outline = findEditedOutline(store.getState());
  if (points?.at == null || outline === null) return;
  const { id } = outline.placed.element;
  const paths = change(outline.paths, points.at);
  run((design) => setPoints(design, id, paths, joins === undefined ? {} : { joins: `${joins} ${id}` }));
}

/** Moves the point that is chosen; returns false if none is. */
export function movePoint(store: DesignerStore, distance: Point): boolean {
  const outline = findEditedOutline(store.getState());
  if (outline === null || !hasPoint(store.getState())) return false;
  const { placed, area } = outline;
  const back = inverse(toPage(placed));
  const [from, to] = [applyToPoint(back, { x: 0, y: 0 }), applyToPoint(back, distance)];
  const { width, height } = placed.element;
  const by = { x: ((to.x - from.x) / width) * area.width, y: ((to.y - from.y) / height) * area.height };
  changePoints(store, (paths, at) => moveNode(paths, at, by), 'point');
  return true;
}

function goCommand(id: CommandId, by: 1 | -1, key: string): Command {
  return command(id, { keys: [key], isForCanvas: true, canRun: isEditing }, (store) => {
    const { points, set } = store.getState();
    const places = listPlaces(findEditedOutline(store.getState())?.paths ?? []);
    if (points === null || places.length === 0) return;
    const now = places.findIndex(({ path, node }) => path === points.at?.path && node === points.at.node);
    const next = now === -1 ? (by === 1 ? 0 : places.length - 1) : (now + by + places.length) % places.length;
    set({ points: { ...points, at: places[next] ?? null } });
  });
}

/** Adds what the pen has drawn on the page, and puts the pen away. */
export function finishPen(store: DesignerStore, isClosed: boolean): void {
  const { pen, set, change } = store.getState();
  set({ pen: null });
  if (pen === null || pen.length < 2) return;
  change((design) => {
    const { width, height } = seenDocument(design).viewport;
    const side = Math.min(width, height);
    const look = isClosed
      ? { fill: '#5288c2' }
      : { stroke: { color: '#1c2128', width: roundLength(side / 150) } };
    const element = {
      type: 'path',
      id: designerWords.elementNames.path,
      x: 0,
      y: 0,
      width,
      height,
      d: writeNodes([{ nodes: pen, isClosed }]),
      viewBox: [0, 0, width, height],
      ...look,
    } as TemplateElement;
    return fit(addElements(design, [element]), [{ nodes: pen, isClosed }]);
  });
}

function fit(design: ReturnType<typeof addElements>, paths: readonly SubPath[]) {
  const [id] = design.selection;
  return id === undefined ? design : setPoints(design, id, paths);
}

const penTool = command(
  'penTool',
  { keys: ['shift+p'], isForCanvas: true, isOn: ({ pen }) => pen !== null },
  (store) => {
    const { pen, set, select } = store.getState();
    if (pen !== null) {
      finishPen(store, false);
      return;
    }
    select([]);
    set({ pen: [] as readonly PathNode[], textEdit: null, tool: null });
  },
);

export const pointCommands: readonly Command[] = [
  penTool,
  command(
    'finishPen',
    { keys: ['Enter', 'Escape'], isForCanvas: true, canRun: ({ pen }) => pen !== null },
    (store) => finishPen(store, false),
  ),
  command('leavePoints', { keys: ['Escape', 'Enter'], isForCanvas: true, canRun: isEditing }, (store) =>
    store.getState().set({ points: null }),
  ),
  command(
    'editPoints',
    {
      keys: ['Enter'],
      isForCanvas: true,
      canRun: (state) => {
        const id = isEditing(state) || state.pen !== null ? null : outlinedId(state);
        // Enter crops pictures, which may have a frame.
        return id !== null && findOutlineOf(state, id)?.placed.element.type === 'path';
      },
    },
    (store) => editPoints(store),
  ),
  command(
    'editFrame',
    {
      canRun: (state) => {
        const id = isEditing(state) ? null : outlinedId(state);
        return id !== null && findOutlineOf(state, id)?.placed.element.type !== 'path';
      },
    },
    (store) => editPoints(store),
  ),
  goCommand('nextPoint', 1, 'n'),
  goCommand('previousPoint', -1, 'shift+n'),
  command('addPoint', { keys: ['a'], isForCanvas: true, canRun: hasPoint }, (store) =>
    changePoints(store, insertNode),
  ),
  command('smoothPoint', { keys: ['s'], isForCanvas: true, canRun: hasPoint }, (store) =>
    changePoints(store, toggleSmooth),
  ),
  command('removePoint', { keys: ['Delete', 'Backspace'], isForCanvas: true, canRun: hasPoint }, (store) => {
    changePoints(store, removeNode);
    const { points, set } = store.getState();
    if (points !== null) set({ points: { ...points, at: null } });
  }),
];

function editPoints(store: DesignerStore): void {
  const id = outlinedId(store.getState());
  if (id !== null) store.getState().set({ points: { id, at: null }, textEdit: null, cropping: null });
}
