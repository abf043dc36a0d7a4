/** Commands that make what is selected larger and smaller as a whole; without a selection the template. */
import { canScale, scaleBy } from '../properties/scale.ts';
import { command, type Command, type CommandId } from './command.ts';

/** How much larger one press makes it. */
const step = 1.1;

function scaleCommand(id: CommandId, factor: number, key: string): Command {
  return command(id, { keys: [key], canRun: ({ design }) => canScale(design) }, (store) =>
    store
      .getState()
      .change((design) => scaleBy(design, factor, { joins: `scale ${design.selection.join(' ')}` })),
  );
}

export const scaleCommands: readonly Command[] = [
  command('scaleTool', { keys: ['k'], isForCanvas: true, isOn: ({ tool }) => tool === 'scale' }, (store) => {
    const { tool, set } = store.getState();
    set({ tool: tool === 'scale' ? null : 'scale', textEdit: null });
  }),
  scaleCommand('scaleUp', step, 'mod+shift+.'),
  scaleCommand('scaleDown', 1 / step, 'mod+shift+,'),
];
