import { Menu, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { CommandId, CommandTools } from '../commands/command.ts';
import { findCommand } from '../commands/commands.ts';
import { describeKeys } from '../commands/keys.ts';
import { isMac } from '../commands/platform.ts';
import type { Point } from '../model/placement.ts';
import type { DesignerState, DesignerStore } from '../state/designer.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import classes from './canvas.module.css';
import { pickElement } from './hit-test.ts';
import { hitsAt, findPointerScope } from './pointer.ts';

/** Where the menu is, in the window, and the elements that lie under that place, the foremost first. */
interface Opened extends Point {
  readonly under: readonly string[];
}

const groups: readonly (readonly CommandId[])[] = [
  ['copy', 'cut', 'paste', 'duplicate', 'remove'],
  ['front', 'forward', 'backward', 'back'],
  ['group', 'ungroup', 'wrapInLayout', 'removeLayout'],
  ['cropPicture', 'replacePicture', 'fillShape', 'setBackground', 'releaseBackground'],
  ['lock', 'hide'],
];

/** How many elements under the pointer are listed. */
const maxUnder = 8;

/** The menu of the right mouse button, on the canvas and in the tree of layers. */
export function ContextMenu({ tools }: { readonly tools: CommandTools }): ReactNode {
  const store = useDesignerStore();
  const selection = useDesigner(({ design }) => design.selection);
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const row = target?.closest('[role="treeitem"]')?.getAttribute('aria-label');
      const canvas = target?.closest('[data-canvas]');
      if (target === null || target.closest('input, textarea') !== null) return;
      if (row == null && (canvas == null || store.getState().isPreview)) return;
      event.preventDefault();
      const under = row == null ? selectUnder(store, event, canvas!) : selectRow(store, row);
      setOpened({ x: event.clientX, y: event.clientY, under });
    };
    window.addEventListener('contextmenu', open);
    return () => window.removeEventListener('contextmenu', open);
  }, [store]);
  if (opened === null) return null;
  const close = () => setOpened(null);
  const state = store.getState();
  return (
    <Menu
      opened
      onChange={close}
      position="right-start"
      offset={2}
      withinPortal
      returnFocus={false}
      width={240}
      classNames={{ item: classes.menuItem ?? '' }}
    >
      <Menu.Target>
        <UnstyledButton
          tabIndex={-1}
          aria-label={words.contextMenu}
          className={classes.menuPlace}
          style={{ left: opened.x, top: opened.y }}
        />
      </Menu.Target>
      <Menu.Dropdown mah="96vh" className={classes.menu ?? ''} aria-label={words.contextMenu}>
        {listGroups(state).map((ids, index) => [
          index === 0 ? null : <Menu.Divider key={ids[0]} />,
          ...ids.map((id) => {
            const { name, keys, canRun, run } = findCommand(id);
            return (
              <Menu.Item
                key={id}
                disabled={!canRun(state)}
                rightSection={
                  <Text size="xs" c="dimmed">
                    {keys.slice(0, 1).map((key) => describeKeys(key, isMac))}
                  </Text>
                }
                onClick={() => {
                  focusCanvas();
                  run(store, tools);
                }}
              >
                {name}
              </Menu.Item>
            );
          }),
        ])}
        {opened.under.length < 2 ? null : (
          <>
            <Menu.Divider />
            <Menu.Label>{words.under}</Menu.Label>
            {opened.under.slice(0, maxUnder).map((id) => (
              <Menu.Item
                key={id}
                aria-current={selection.includes(id) || undefined}
                onClick={() => {
                  store.getState().select([id]);
                  focusCanvas();
                }}
              >
                <span dir="auto">{id}</span>
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Commands of pictures and backgrounds are listed where they can run, others always. */
function listGroups(state: DesignerState): readonly (readonly CommandId[])[] {
  return groups
    .map((ids) => (ids.includes('cropPicture') ? ids.filter((id) => findCommand(id).canRun(state)) : ids))
    .filter((ids) => ids.length > 0);
}

/** Selects what is under the pointer, unless it is selected already. */
function selectUnder(store: DesignerStore, { clientX, clientY }: MouseEvent, canvas: Element): string[] {
  const { left, top } = canvas.getBoundingClientRect();
  const state = store.getState();
  const hits = hitsAt(state, { x: clientX - left, y: clientY - top });
  const picked = pickElement(hits, findPointerScope(state.design));
  if (picked === null) state.select([]);
  else if (!state.design.selection.includes(picked.id)) state.select([picked.id]);
  return hits.map(({ element }) => element.id);
}

function selectRow(store: DesignerStore, id: string): string[] {
  const { design, select } = store.getState();
  if (!design.selection.includes(id)) select([id]);
  return [];
}

function focusCanvas(): void {
  document.querySelector<HTMLElement>('[data-canvas]')?.focus({ preventScroll: true });
}
