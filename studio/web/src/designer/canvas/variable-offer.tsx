import { Paper, Text, UnstyledButton } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { Box } from '../model/placement.ts';
import classes from './text-editor.module.css';

interface VariableOfferProps {
  readonly id: string;
  /** Of the text, in the canvas. */
  readonly below: Box;
  readonly names: readonly string[];
  readonly chosen: number;
  readonly onChoose: (name: string) => void;
}

/** The variables that `{{` offers, below the field. The field keeps the focus. */
export function VariableOffer({ id, below, names, chosen, onChoose }: VariableOfferProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { offsetWidth, offsetHeight, offsetParent, style } = list.current!;
    const { clientWidth, clientHeight } = offsetParent!;
    const isRoomBelow = below.y + below.height + gap + offsetHeight <= clientHeight;
    const top = isRoomBelow ? below.y + below.height + gap : below.y - gap - offsetHeight;
    // Never beyond the canvas, which cuts it off.
    style.left = `${Math.max(gap, Math.min(below.x, clientWidth - offsetWidth - gap))}px`;
    style.top = `${Math.max(gap, Math.min(top, clientHeight - offsetHeight - gap))}px`;
  });
  return (
    <Paper
      ref={list}
      withBorder
      shadow="md"
      className={classes.offer}
      id={id}
      role="listbox"
      aria-label={words.variables}
    >
      {names.map((name, index) => (
        <UnstyledButton
          key={name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          className={classes.option}
          onPointerDown={(event) => {
            event.preventDefault();
            event.stopPropagation();
            onChoose(name);
          }}
        >
          <Text span size="sm" dir="auto">
            {name}
          </Text>
        </UnstyledButton>
      ))}
    </Paper>
  );
}

/** CSS pixels between the text and the list. */
const gap = 6;
