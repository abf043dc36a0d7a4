/** Commands of the library of the workspace. */
import { command, hasSelection, type Command } from './command.ts';

export const libraryCommands: readonly Command[] = [
  command('openLibrary', { keys: ['shift+l'], isForCanvas: true }, (store) =>
    store.getState().set({ libraryDialog: 'items' }),
  ),
  command('saveToLibrary', { canRun: hasSelection }, (store) =>
    store.getState().set({ libraryDialog: 'save' }),
  ),
];
