/** All commands. The palette lists them, keys and buttons run them; tests need no browser. */
import { designerWords } from '../../words/designer/designer.ts';
import {
  align,
  canAlign,
  canDistribute,
  distribute,
  reorder,
  type Alignment,
  type Order,
} from '../model/changes/arrange.ts';
import { addElements, changeSelected, removeSelected, selectAll, setKey } from '../model/changes/content.ts';
import { canGroup, canUngroup, group, ungroup } from '../model/changes/group.ts';
import { findElements } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { measureBounds, computeCorners, roundLength, roundToGrid, toPage } from '../model/placement.ts';
import { printWithBleed } from '../state/print.ts';
import type { DesignerState } from '../state/designer.ts';
import { command, hasSelection, type Command, type CommandId } from './command.ts';
import { addTable } from '../table/add-table.ts';
import { addChart } from '../chart/add-chart.ts';
import { newElement, type NewElementType } from '../model/new-elements.ts';
import { backgroundCommands } from './background-commands.ts';
import { cropCommands } from './crop-commands.ts';
import { libraryCommands } from './library-commands.ts';
import { layoutCommands } from './layout-commands.ts';
import { pageCommands } from './page-commands.ts';
import { pointCommands } from './point-commands.ts';
import { placeCommands } from './place-commands.ts';
import { scaleCommands } from './scale-commands.ts';
import { styleCommands } from './style-commands.ts';
import { shapeCommands } from './shape-commands.ts';
import { copyOnce, lastStep } from './repeat-copy.ts';
import { addInView, addToDraw } from '../view/seen-area.ts';

function addCommand(id: CommandId, type: NewElementType, key: string): Command {
  return command(id, { keys: [key], isForCanvas: true }, (store) => {
    addToDraw(store, (design) => addElements(design, [newElement(type, seenDocument(design))]));
    // The text can be typed at once.
    if (type === 'text') store.getState().set({ textEdit: store.getState().design.selection[0] ?? null });
  });
}

function orderCommand(id: CommandId, order: Order, ...keys: string[]): Command {
  return command(id, { keys, canRun: hasSelection }, (store) =>
    store.getState().change((design) => reorder(design, order)),
  );
}

function alignCommand(id: CommandId, alignment: Alignment, key: string): Command {
  return command(id, { keys: [key], canRun: ({ design }) => canAlign(design) }, (store) =>
    store.getState().change((design) => align(design, alignment)),
  );
}

/** A guide through the centre of what is selected, or of the page. */
function guideCommand(id: CommandId, axis: 'x' | 'y'): Command {
  return command(id, {}, (store) => {
    const { design, settings, setMarks } = store.getState();
    const placed = findElements(seenDocument(design), design.selection);
    const corners = placed.flatMap((each) => computeCorners(each.element, toPage(each)));
    const box =
      corners.length === 0 ? { x: 0, y: 0, ...seenDocument(design).viewport } : measureBounds(corners);
    const at = roundLength(axis === 'x' ? box.x + box.width / 2 : box.y + box.height / 2);
    setMarks({ guides: { ...settings.guides, [axis]: [...settings.guides[axis], at] } });
  });
}

/** How far a copy lies from its original, as a share of the page's shorter side. */
const copyShare = 1 / 50;

export const commands: readonly Command[] = [
  addCommand('addText', 'text', 't'),
  command('addImage', { keys: ['i'], isForCanvas: true }, (_store, { chooseImage }) => chooseImage()),
  addCommand('addRectangle', 'rect', 'r'),
  addCommand('addEllipse', 'ellipse', 'o'),
  addCommand('addLine', 'line', 'l'),
  addCommand('addPath', 'path', 'p'),
  addCommand('addQrCode', 'qrcode', 'q'),
  addCommand('addBarcode', 'barcode', 'b'),
  command('addTable', { keys: ['g'], isForCanvas: true }, (store) => addInView(store, addTable)),
  command('addChart', { keys: ['c'], isForCanvas: true }, (store) => addInView(store, addChart)),
  ...shapeCommands,
  ...libraryCommands,
  command('findText', { keys: ['mod+f'], isForCanvas: true }, (store) =>
    store.getState().set({ isFinding: true }),
  ),
  command('undo', { keys: ['mod+z'], canRun: ({ design }) => design.done.length > 0 }, (store) =>
    store.getState().undo(),
  ),
  command(
    'redo',
    { keys: ['mod+shift+z', 'mod+y'], canRun: ({ design }) => design.undone.length > 0 },
    (store) => store.getState().redo(),
  ),
  command('group', { keys: ['mod+g'], canRun: ({ design }) => canGroup(design) }, (store) =>
    store.getState().change((design) => group(design, designerWords.elementNames.group)),
  ),
  command('ungroup', { keys: ['mod+shift+g'], canRun: ({ design }) => canUngroup(design) }, (store) =>
    store.getState().change(ungroup),
  ),
  ...layoutCommands,
  command('copy', { keys: ['mod+c'], isForCanvas: true, canRun: hasSelection }, (_store, { copy }) => copy()),
  command('cut', { keys: ['mod+x'], isForCanvas: true, canRun: hasSelection }, (_store, { cut }) => cut()),
  command('paste', { keys: ['mod+v'], isForCanvas: true }, (_store, { paste }) => paste(false)),
  command('pasteInPlace', { keys: ['mod+shift+v'], isForCanvas: true }, (_store, { paste }) => paste(true)),
  command('duplicate', { keys: ['mod+d'], canRun: hasSelection }, (store) =>
    store.getState().change((design) => {
      const { width, height } = seenDocument(design).viewport;
      const offset = roundToGrid(Math.min(width, height) * copyShare, design.document);
      return copyOnce(store, design, lastStep(store, design) ?? { x: offset, y: offset });
    }),
  ),
  ...pointCommands,
  command('remove', { keys: ['Delete', 'Backspace'], isForCanvas: true, canRun: hasSelection }, (store) =>
    store.getState().change(removeSelected),
  ),
  command('selectAll', { keys: ['mod+a'], isForCanvas: true }, (store) => {
    const { design, settings, select } = store.getState();
    select(selectAll(design).filter((id) => !settings.locked.includes(id)));
  }),
  command('leavePreview', { keys: ['Escape'], canRun: ({ isPreview }) => isPreview }, (store) =>
    store.getState().set({ isPreview: false }),
  ),
  ...cropCommands,
  ...backgroundCommands,
  command(
    'leaveTool',
    { keys: ['Escape'], isForCanvas: true, canRun: ({ tool }) => tool !== null },
    (store) => store.getState().set({ tool: null }),
  ),
  command('selectNone', { keys: ['Escape'], isForCanvas: true, canRun: hasSelection }, (store) =>
    store.getState().select([]),
  ),
  command(
    'selectParent',
    { keys: ['shift+Enter'], isForCanvas: true, canRun: ({ design }) => getParents(design).length > 0 },
    (store) => store.getState().select(getParents(store.getState().design)),
  ),
  command(
    'editText',
    { keys: ['Enter'], isForCanvas: true, canRun: ({ design }) => textToEdit(design) !== null },
    (store) => store.getState().set({ textEdit: textToEdit(store.getState().design) }),
  ),
  command('lock', { keys: ['mod+shift+l'], canRun: hasSelection }, (store) => {
    const { design, settings, setMarks } = store.getState();
    const { selection } = design;
    const areLocked = selection.every((id) => settings.locked.includes(id));
    const others = settings.locked.filter((id) => !selection.includes(id));
    setMarks({ locked: areLocked ? others : [...others, ...selection] });
  }),
  command('hide', { keys: ['mod+shift+h'], canRun: hasSelection }, (store) =>
    store.getState().change((design) => {
      const chosen = findElements(design.document, design.selection);
      const areHidden = chosen.every(({ element }) => element.visible === false);
      return changeSelected(design, (element) => setKey(element, 'visible', areHidden ? undefined : false));
    }),
  ),
  // Brackets need AltGr on many keyboards, and some have no key at their place.
  orderCommand('front', 'front', 'mod+shift+]', 'shift+Home'),
  orderCommand('forward', 'forward', 'mod+]', 'shift+PageUp'),
  orderCommand('backward', 'backward', 'mod+[', 'shift+PageDown'),
  orderCommand('back', 'back', 'mod+shift+[', 'shift+End'),
  alignCommand('alignLeft', 'left', 'alt+a'),
  alignCommand('alignCentre', 'centre', 'alt+h'),
  alignCommand('alignRight', 'right', 'alt+d'),
  alignCommand('alignTop', 'top', 'alt+w'),
  alignCommand('alignMiddle', 'middle', 'alt+v'),
  alignCommand('alignBottom', 'bottom', 'alt+s'),
  command('distributeX', { canRun: ({ design }) => canDistribute(design) }, (store) =>
    store.getState().change((design) => distribute(design, 'x')),
  ),
  command('distributeY', { canRun: ({ design }) => canDistribute(design) }, (store) =>
    store.getState().change((design) => distribute(design, 'y')),
  ),
  ...placeCommands,
  ...scaleCommands,
  ...styleCommands,
  ...pageCommands,
  guideCommand('guideDown', 'x'),
  guideCommand('guideAcross', 'y'),
  command('noGuides', { canRun: ({ settings }) => hasGuides(settings.guides) }, (store) =>
    store.getState().setMarks({ guides: { x: [], y: [] } }),
  ),
  command('margins', {}, (store) => {
    const { settings, setMarks, design } = store.getState();
    const { width, height } = seenDocument(design).viewport;
    const side = roundLength(Math.min(width, height) * marginShare);
    setMarks({
      margins: settings.margins === null ? { top: side, right: side, bottom: side, left: side } : null,
    });
  }),
  command(
    'printWithBleed',
    { canRun: ({ design }) => design.document.viewportOutputIntent !== 'print' },
    printWithBleed,
  ),
  command('zoomIn', { keys: ['mod+=', 'mod++'] }, (_store, { zoom }) => zoom('in')),
  command('zoomOut', { keys: ['mod+-'] }, (_store, { zoom }) => zoom('out')),
  command('zoomActual', { keys: ['mod+0'] }, (_store, { zoom }) => zoom('actual')),
  command('zoomFit', { keys: ['shift+1'], isForCanvas: true }, (_store, { zoom }) => zoom('fit')),
  command(
    'zoomAll',
    { keys: ['shift+3'], isForCanvas: true, canRun: ({ design }) => design.document.pages !== undefined },
    (_store, { zoom }) => zoom('all'),
  ),
  command(
    'zoomSelection',
    { keys: ['shift+2'], isForCanvas: true, canRun: hasSelection },
    (_store, { zoom }) => zoom('selection'),
  ),
  command('preview', { keys: ['mod+Enter'] }, (store) => {
    const { isPreview, set } = store.getState();
    set({ isPreview: !isPreview, textEdit: null });
  }),
  command('findLayer', { canRun: () => findSearch() !== null }, () => findSearch()?.focus()),
  command('nextPanel', { keys: ['F6'] }, (_store, { goToPanel }) => goToPanel(1)),
  command('previousPanel', { keys: ['shift+F6'] }, (_store, { goToPanel }) => goToPanel(-1)),
  command('palette', { keys: ['mod+k'] }, (_store, { openPalette }) => openPalette()),
];

/** Margins as a share of the page's shorter side: what a printer's or a phone's edge may hide. */
const marginShare = 1 / 20;

function hasGuides({ x, y }: DesignerState['settings']['guides']): boolean {
  return x.length + y.length > 0;
}

/** The search of the layers, which is there if there are many. */
function findSearch(): HTMLElement | null {
  return globalThis.document?.querySelector<HTMLElement>('[data-layer-search]') ?? null;
}

/** Finds a command. */
export function findCommand(id: CommandId): Command {
  return commands.find((each) => each.id === id)!;
}

/** The groups around what is selected. */
function getParents({ document, selection }: DesignerState['design']): string[] {
  return findElements(document, selection).flatMap(({ groups }) => groups.at(-1)?.id ?? []);
}

function textToEdit({ document, selection }: DesignerState['design']): string | null {
  const [first, ...others] = findElements(document, selection);
  return others.length === 0 && first?.element.type === 'text' ? first.element.id : null;
}
