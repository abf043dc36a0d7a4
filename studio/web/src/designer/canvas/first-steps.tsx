import { Button, CloseButton, Group, Kbd, Paper, Stack, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { IconLetterT, IconPhoto, IconSquare } from '../../generated/icons.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { CommandId, CommandTools } from '../commands/command.ts';
import { findCommand } from '../commands/commands.ts';
import { describeKeys } from '../commands/keys.ts';
import { isMac } from '../commands/platform.ts';
import { countPages } from '../model/changes/pages.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import classes from '../designer-page.module.css';

/** Three things to do on an empty page, and five keys with the first selection. */
export function FirstSteps({ tools }: { readonly tools: CommandTools }): ReactNode {
  const store = useDesignerStore();
  const isEmpty = useDesigner(
    ({ design: { document } }) => document.elements.length === 0 && countPages(document) === 1,
  );
  const hasSelection = useDesigner(({ design }) => design.selection.length > 0);
  if (isEmpty) {
    const run = (id: CommandId) => () => findCommand(id).run(store, tools);
    return (
      <div className={classes.first}>
        <Paper withBorder p="lg" shadow="sm">
          <Stack gap="sm" align="center">
            <Text fw={600}>{words.empty.title}</Text>
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconLetterT size={16} aria-hidden />}
                onClick={run('addText')}
              >
                {words.empty.text}
              </Button>
              <Button
                variant="default"
                leftSection={<IconPhoto size={16} aria-hidden />}
                onClick={run('addImage')}
              >
                {words.empty.image}
              </Button>
              <Button
                variant="default"
                leftSection={<IconSquare size={16} aria-hidden />}
                onClick={run('addRectangle')}
              >
                {words.empty.shape}
              </Button>
            </Group>
          </Stack>
        </Paper>
      </div>
    );
  }
  return hasSelection ? <Shortcuts /> : null;
}

const shown: readonly CommandId[] = ['moveRight', 'duplicate', 'group', 'undo', 'palette'];
const seenKey = 'platen-designer-keys-seen';
const shownMs = 20_000;

/** Five useful keys, once in a browser. */
function Shortcuts(): ReactNode {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(seenKey) === null);
  useEffect(() => {
    localStorage.setItem(seenKey, 'yes');
    const timer = setTimeout(() => setOpen(false), shownMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isOpen) return null;
  return (
    <Paper withBorder p="sm" shadow="sm" className={classes.keys} role="note" aria-label={words.shortcuts}>
      <Group justify="space-between" mb={4}>
        <Text size="xs" fw={600}>
          {words.shortcuts}
        </Text>
        <CloseButton size="sm" aria-label={words.close} onClick={() => setOpen(false)} />
      </Group>
      <Stack gap={6}>
        {shown.map((id) => {
          const { name, keys } = findCommand(id);
          return (
            <Group key={id} gap="xs" justify="space-between" wrap="nowrap">
              <Text size="xs">{name}</Text>
              <Kbd size="xs" ff="inherit" fw={400}>
                {describeKeys(keys[0] ?? '', isMac)}
              </Kbd>
            </Group>
          );
        })}
      </Stack>
    </Paper>
  );
}
