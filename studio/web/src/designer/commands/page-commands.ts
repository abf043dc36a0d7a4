/** Commands of pages. */
import { revealPage, workOnPage } from '../view/reveal.ts';
import { addPage, countPages, duplicatePage, moveToPage, removePage } from '../model/changes/pages.ts';
import { groupPage, leaveGroup, stepPage } from '../model/changes/page-groups.ts';
import { pageInWork } from '../model/pages.ts';
import { pageWords } from '../../words/designer/pages.ts';
import type { DesignerState } from '../state/designer.ts';
import { command, hasSelection, type Command, type CommandId } from './command.ts';

/** Whether there is a page at this distance behind the one in work. */
const hasPage = ({ design: { document } }: DesignerState, by: number): boolean => {
  const index = pageInWork(document) + by;
  return index >= 0 && index < countPages(document);
};

/** Whether the page in work is in a group of pages. */
function isInGroup({ design: { document } }: DesignerState): boolean {
  return document.pages?.[pageInWork(document)]?.group !== undefined;
}

function goCommand(id: CommandId, by: 1 | -1, key: string): Command {
  const options = { keys: [key], isForCanvas: true, canRun: (state: DesignerState) => hasPage(state, by) };
  return command(id, options, (store) =>
    workOnPage(store, pageInWork(store.getState().design.document) + by),
  );
}

function orderCommand(id: CommandId, by: 1 | -1): Command {
  const canRun = (state: DesignerState) => hasPage(state, by) || isInGroup(state);
  return command(id, { canRun }, (store) => {
    store.getState().change((design) => stepPage(design, pageInWork(design.document), by));
    revealPage(store);
  });
}

function takeCommand(id: CommandId, by: 1 | -1, key: string): Command {
  const canRun = (state: DesignerState) => hasSelection(state) && hasPage(state, by);
  return command(id, { keys: [key], isForCanvas: true, canRun }, (store) => {
    store.getState().change((design) => moveToPage(design, pageInWork(design.document) + by));
    revealPage(store);
  });
}

export const pageCommands: readonly Command[] = [
  command('addPage', {}, (store) => {
    store.getState().change((design) => addPage(design, pageWords.first));
    revealPage(store);
  }),
  command('duplicatePage', {}, (store) => {
    store.getState().change((design) => duplicatePage(design, pageInWork(design.document), pageWords.first));
    revealPage(store);
  }),
  command('removePage', { canRun: ({ design }) => countPages(design.document) > 1 }, (store) => {
    store.getState().change((design) => removePage(design, pageInWork(design.document)));
    revealPage(store);
  }),
  command(
    'groupPage',
    { canRun: (state) => state.design.document.pages !== undefined && !isInGroup(state) },
    (store) => {
      store
        .getState()
        .change((design) => groupPage(design, pageInWork(design.document), pageWords.firstGroup));
    },
  ),
  command('leavePageGroup', { canRun: isInGroup }, (store) => {
    store.getState().change((design) => leaveGroup(design, pageInWork(design.document)));
    revealPage(store);
  }),
  orderCommand('movePageEarlier', -1),
  orderCommand('movePageLater', 1),
  goCommand('nextPage', 1, 'PageDown'),
  goCommand('previousPage', -1, 'PageUp'),
  takeCommand('toNextPage', 1, 'alt+PageDown'),
  takeCommand('toPreviousPage', -1, 'alt+PageUp'),
];
