import { Kbd } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconSearch } from '../../generated/icons.ts';
import { announce } from '../../shell/announcements.tsx';
import { designerWords as words } from '../../words/designer/designer.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import type { Command, CommandTools } from './command.ts';
import { commands } from './commands.ts';
import { describeKeys } from './keys.ts';
import classes from './palette.module.css';
import { isMac } from './platform.ts';

const [paletteStore, palette] = createSpotlight();

/** Opens the list of commands. */
export const openPalette = palette.open;

/** A list of all commands with their keys, to search and run. */
export function Palette({ tools }: { readonly tools: CommandTools }): ReactNode {
  const store = useDesignerStore();
  const idle = useDesigner((state) =>
    commands
      .filter(({ canRun }) => !canRun(state))
      .map(({ id }) => id)
      .join(),
  ).split(',');
  const before = useRef<Element | null>(null);
  const chosen = useRef<Command | null>(null);
  const { opened, selected, query } = useSpotlight(paletteStore);
  // The search keeps the focus: screen readers do not notice which command the arrow keys have reached.
  useEffect(() => {
    const name = opened ? document.querySelector('[data-action][data-selected]')?.textContent : null;
    if (name != null) announce(name);
  }, [opened, selected, query]);
  // A command may move the focus: it runs after the palette has given it back.
  const close = () => {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    const command = chosen.current;
    chosen.current = null;
    if (command?.canRun(store.getState()) === true) command.run(store, tools);
  };
  return (
    <Spotlight
      store={paletteStore}
      shortcut={null}
      classNames={{ action: classes.action ?? '' }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      highlightQuery
      returnFocus={false}
      attributes={{ content: { 'aria-label': words.commands.palette } }}
      onSpotlightOpen={() => {
        before.current = document.activeElement;
      }}
      onSpotlightClose={close}
      scrollable
      maxHeight={420}
      nothingFound={words.noCommand}
      searchProps={{
        placeholder: words.searchCommands,
        'aria-label': words.searchCommands,
        leftSection: <IconSearch size={18} aria-hidden />,
      }}
      actions={commands
        .filter(({ id }) => id !== 'palette')
        .map((command) => ({
          id: command.id,
          label: command.name,
          rightSection: <Keys keys={command.keys[0]} />,
          ...(idle.includes(command.id) ? { 'data-quiet': true } : {}),
          onClick: () => {
            chosen.current = command;
          },
        }))}
    />
  );
}

function Keys({ keys }: { readonly keys: string | undefined }): ReactNode {
  if (keys === undefined) return null;
  return (
    <Kbd size="xs" className={classes.keys ?? ''}>
      {describeKeys(keys, isMac)}
    </Kbd>
  );
}
