import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconMinus, IconPlus } from '../../generated/icons.ts';
import { formatNumber } from '../../formats.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { CommandTools } from '../commands/command.ts';
import { findCommand } from '../commands/commands.ts';
import { useDesigner } from '../state/use-designer.ts';
import classes from './bars.module.css';

const choices = [
  ['fit', 'zoomFit'],
  ['all', 'zoomAll'],
  ['selection', 'zoomSelection'],
  ['actual', 'zoomActual'],
] as const;

/** The zoom of the canvas, at its corner. */
export function ZoomBar({ tools }: { readonly tools: CommandTools }): ReactNode {
  const zoom = useDesigner(({ view }) => view.zoom);
  const hasPages = useDesigner(({ design }) => design.document.pages !== undefined);
  const percent = `${formatNumber(Math.round(zoom * 100))} %`;
  const [isOpen, setOpen] = useState(false);
  const zoomTo = (to: Parameters<CommandTools['zoom']>[0]) => {
    tools.zoom(to);
    setOpen(false);
  };
  return (
    <div className={classes.zoom}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.commands.zoomOut}
        onClick={() => tools.zoom('out')}
      >
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <Popover
        position="top-end"
        width={180}
        shadow="md"
        opened={isOpen}
        onChange={setOpen}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            h={28}
            miw={64}
            aria-label={words.zoom(percent)}
            onClick={() => setOpen(!isOpen)}
          >
            {percent}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={words.zoom(percent)} className={classes.zoomList}>
          <ZoomField zoom={zoom} onZoom={zoomTo} />
          {choices.map(([to, command]) =>
            to === 'all' && !hasPages ? null : (
              <Button
                key={to}
                variant="subtle"
                color="gray"
                size="compact-sm"
                justify="flex-start"
                onClick={() => zoomTo(to)}
              >
                {findCommand(command).name}
              </Button>
            ),
          )}
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.commands.zoomIn}
        onClick={() => tools.zoom('in')}
      >
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface ZoomFieldProps {
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
}

/** Takes any zoom, such as `337` or `33,3 %`. */
function ZoomField({ zoom, onZoom }: ZoomFieldProps): ReactNode {
  const [text, setText] = useState(() => String(Math.round(zoom * 1000) / 10));
  const percent = Number(text.replace('%', '').replace(',', '.'));
  const isZoom = Number.isFinite(percent) && percent > 0;
  return (
    <form
      className={classes.zoomField}
      onSubmit={(event) => {
        event.preventDefault();
        if (isZoom) onZoom(percent / 100);
      }}
    >
      <TextInput
        size="xs"
        inputMode="decimal"
        aria-label={words.zoomPercent}
        rightSection="%"
        rightSectionPointerEvents="none"
        value={text}
        error={!isZoom}
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  );
}
