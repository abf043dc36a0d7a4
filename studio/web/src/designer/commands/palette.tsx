import { Spotlight } from '@mantine/spotlight';
import type { ReactNode } from 'react';
import { designerWords as words } from '../../words/designer/designer.ts';
import { useDesignerStore } from '../state/designer.ts';
import { commands, type CommandTools } from './commands.ts';
import { describeKeys } from './keys.ts';
import { isMac } from './platform.ts';

/** A list of all commands with their keys, to search and run. */
export function Palette({ tools }: { readonly tools: CommandTools }): ReactNode {
  const store = useDesignerStore();
  return (
    <Spotlight
      shortcut={null}
      highlightQuery
      limit={60}
      scrollable
      maxHeight={420}
      nothingFound={words.noCommand}
      searchProps={{ placeholder: words.searchCommands, 'aria-label': words.searchCommands }}
      actions={commands
        .filter(({ id }) => id !== 'palette')
        .map((command) => ({
          id: command.id,
          label: command.name,
          rightSection: <kbd>{command.keys.slice(0, 1).map((keys) => describeKeys(keys, isMac))}</kbd>,
          onClick: () => (command.canRun(store.getState()) ? command.run(store, tools) : undefined),
        }))}
    />
  );
}
