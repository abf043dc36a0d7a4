import { Paper, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { designerWords as words } from '../../words/designer/designer.ts';
import classes from './text-editor.module.css';

interface VariableOfferProps {
  readonly id: string;
  readonly names: readonly string[];
  readonly chosen: number;
  readonly onChoose: (name: string) => void;
}

/** The variables that `{{` offers, below the field. The field keeps the focus. */
export function VariableOffer({ id, names, chosen, onChoose }: VariableOfferProps): ReactNode {
  return (
    <Paper
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
