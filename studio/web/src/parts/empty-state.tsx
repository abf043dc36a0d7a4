import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from './icon.tsx';
import classes from './parts.module.css';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  /** What to do next, or why there is nothing. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Instead of a whole page, with its only heading. */
  readonly isPage?: boolean;
}

/** Where a list has nothing: says so, and what to do next. */
export function EmptyState({
  icon: Glyph,
  title,
  children,
  action,
  isPage = false,
}: EmptyStateProps): ReactNode {
  return (
    <Stack align="center" gap="xs" py={56} px="md" className={classes.empty}>
      <Glyph size={32} stroke={1.5} aria-hidden className={classes.faint} />
      <Title order={isPage ? 1 : 2} size="h2" ta="center">
        {title}
      </Title>
      <Text component="div" size="sm" c="dimmed" ta="center" maw="52ch">
        {children}
      </Text>
      {action === undefined ? null : <div className={classes.emptyAction}>{action}</div>}
    </Stack>
  );
}
