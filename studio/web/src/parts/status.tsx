import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './parts.module.css';

/** What a state means for a person: colors carry nothing that the words do not say. */
export type Tone = 'neutral' | 'active' | 'good' | 'attention' | 'bad';

interface StatusProps {
  readonly tone: Tone;
  /** The state in words: "Completed". */
  readonly children: string;
  /** Whether a long one takes several lines, as on a narrow card. */
  readonly canWrap?: boolean;
}

/** A state as a dot and a word. */
export function Status({ tone, children, canWrap = false }: StatusProps): ReactNode {
  return (
    <Group
      component="span"
      gap={6}
      wrap="nowrap"
      display="inline-flex"
      align={canWrap ? 'baseline' : 'center'}
    >
      <span className={classes.dot} data-tone={tone} aria-hidden />
      <Text span size="sm" className={canWrap ? undefined : classes.nowrap}>
        {children}
      </Text>
    </Group>
  );
}
