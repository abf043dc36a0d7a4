/** Commands of layouts: what the canvas does with the pointer, for the palette and for keys. */
import { designerWords } from '../../words/designer/designer.ts';
import {
  canRemoveLayout,
  canTurnLayout,
  canWrapInLayout,
  removeLayout,
  turnLayout,
  wrapInLayout,
} from '../model/changes/layout.ts';
import { command, type Command } from './command.ts';

function turnCommand(id: 'layoutRow' | 'layoutColumn', direction: 'row' | 'column'): Command {
  return command(id, { canRun: ({ design }) => canTurnLayout(design, direction) }, (store) =>
    store.getState().change((design) => turnLayout(design, direction)),
  );
}

export const layoutCommands: readonly Command[] = [
  turnCommand('layoutRow', 'row'),
  turnCommand('layoutColumn', 'column'),
  command(
    'wrapInLayout',
    { keys: ['shift+a'], isForCanvas: true, canRun: ({ design }) => canWrapInLayout(design) },
    (store) => store.getState().change((design) => wrapInLayout(design, designerWords.elementNames.group)),
  ),
  command('removeLayout', { canRun: ({ design }) => canRemoveLayout(design) }, (store) =>
    store.getState().change(removeLayout),
  ),
];
