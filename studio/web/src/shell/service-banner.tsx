import { Group, Loader, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { reachability } from '../api/reachability.ts';
import { useStore } from '../api/store.ts';
import { shellWords } from '../words/shell.ts';
import classes from './shell.module.css';

/** Says that the service does not answer, above the page's lower edge, so that nothing moves. */
export function ServiceBanner(): ReactNode {
  const isGone = useStore(reachability) === 'gone';
  return (
    <div role="status" className={classes.banner}>
      {isGone ? (
        <Paper shadow="md" withBorder px="md" py="sm">
          <Group gap="sm" wrap="nowrap">
            <Loader size="xs" aria-hidden />
            <div>
              <Text size="sm" fw={600}>
                {shellWords.gone.title}
              </Text>
              <Text size="xs" c="dimmed">
                {shellWords.gone.detail}
              </Text>
            </div>
          </Group>
        </Paper>
      ) : null}
    </div>
  );
}
