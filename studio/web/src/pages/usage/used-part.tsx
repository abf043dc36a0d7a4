import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatPercent } from '../../formats.ts';

/** Warns where little is left. */
const attentionFrom = 0.8;

interface UsedPartProps {
  /** From 0 to 1. */
  readonly part: number;
  readonly label: string;
}

/** A bar of what is used of a limit. */
export function UsedPart({ part, label }: UsedPartProps): ReactNode {
  return (
    <Progress.Root size="lg">
      <Progress.Section
        // A browser refuses 1e-8.
        value={Math.round(part * 1_000) / 10}
        aria-label={label}
        aria-valuetext={formatPercent(part)}
        color={part >= 1 ? 'red' : part >= attentionFrom ? 'yellow' : 'ink'}
      />
    </Progress.Root>
  );
}
