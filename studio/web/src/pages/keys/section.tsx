import { Alert, Group, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { formatNumber } from '../../formats.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import classes from './keys.module.css';

interface KeysSectionProps {
  readonly words: {
    readonly title: string;
    readonly description: string;
    readonly usage: (used: string, max: string) => string;
    readonly full: { readonly title: (max: string) => string; readonly detail: string };
  };
  /** Undefined: they are not read yet. */
  readonly keys: { readonly used: number; readonly total: number; readonly max: number } | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** The button that creates one. */
  readonly action: ReactNode;
  /** Without keys. */
  readonly empty: ReactNode;
  /** With keys. */
  readonly children: ReactNode;
}

/** One kind of keys: its heading, how many are in use, and its list in every state. */
export function KeysSection(props: KeysSectionProps): ReactNode {
  const { words, keys, error, onRetry, action, empty, children } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <div className={classes.heading}>
          <Group gap="sm" mih={36}>
            <Title order={2} id={id}>
              {words.title}
            </Title>
            {keys === undefined ? null : (
              <Text span size="sm" c="dimmed">
                {words.usage(formatNumber(keys.used), formatNumber(keys.max))}
              </Text>
            )}
          </Group>
          <Text c="dimmed" size="sm" maw="72ch">
            {words.description}
          </Text>
        </div>
        {keys !== undefined && keys.total > 0 ? action : null}
      </Group>
      {keys !== undefined && keys.used >= keys.max ? (
        <Alert color="yellow" mb="md" title={words.full.title(formatNumber(keys.max))}>
          {words.full.detail}
        </Alert>
      ) : null}
      {keys === undefined ? (
        error === null ? (
          <LoadingState shape="table" />
        ) : (
          <ErrorState error={error} onRetry={onRetry} />
        )
      ) : keys.total === 0 ? (
        empty
      ) : (
        children
      )}
    </section>
  );
}
