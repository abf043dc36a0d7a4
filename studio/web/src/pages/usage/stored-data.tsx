import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { formatBytes, formatNumber } from '../../formats.ts';
import { usageWords } from '../../words/usage.ts';
import { UsedPart } from './used-part.tsx';
import classes from './usage.module.css';

const { stored: words } = usageWords;

const kinds = ['projects', 'templates', 'libraryItems', 'bytes'] as const;

/** What the workspace stores, beside the limits of its plan. */
export function StoredData({ stored }: Pick<Schema<'Usage'>, 'stored'>): ReactNode {
  return (
    <section aria-label={words.title}>
      <Title order={2} mb="sm">
        {words.title}
      </Title>
      <div className={classes.stored}>
        {kinds.map((kind) => {
          const { used, limit } = stored[kind];
          const format = kind === 'bytes' ? formatBytes : formatNumber;
          return (
            <div key={kind} className={classes.quota}>
              <div className={classes.quotaHead}>
                <Text size="sm" fw={600}>
                  {words.kinds[kind]}
                </Text>
                <Text size="sm" c="dimmed">
                  {words.of(format(used), format(limit))}
                </Text>
              </div>
              <UsedPart part={limit === 0 ? 1 : Math.min(used / limit, 1)} label={words.kinds[kind]} />
            </div>
          );
        })}
      </div>
      <Text size="xs" c="dimmed" mt={8}>
        {words.versions(stored.versionsPerTemplate)}
      </Text>
    </section>
  );
}
