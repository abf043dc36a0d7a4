import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { useId, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { formatNumber } from '../../formats.ts';
import { IconPlus } from '../../generated/icons.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import classes from './keys.module.css';

interface KeysSectionProps {
  readonly words: {
    readonly title: string;
    readonly description: string;
    readonly usage: (used: string, max: string) => string;
    readonly create: string;
    readonly full: { readonly title: (max: string) => string; readonly detail: string };
    readonly empty: { readonly title: string; readonly detail: string };
  };
  /** Undefined: they are not read yet. */
  readonly keys: { readonly used: number; readonly total: number; readonly max: number } | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly CreateDialog: ComponentType<{ readonly isOpen: boolean; readonly onClose: () => void }>;
  readonly emptyIcon: ComponentProps<typeof EmptyState>['icon'];
  /** The list. */
  readonly children: ReactNode;
}

/** One kind of keys: its heading, how many are in use, its list in every state, and the way to create one. */
export function KeysSection(props: KeysSectionProps): ReactNode {
  const { words, keys, error, onRetry, CreateDialog, emptyIcon, children } = props;
  const id = useId();
  const [isCreating, setCreating] = useState(false);
  const isFull = keys !== undefined && keys.used >= keys.max;
  const create = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={isFull}
      onClick={() => setCreating(true)}
    >
      {words.create}
    </Button>
  );
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
        {keys !== undefined && keys.total > 0 ? create : null}
      </Group>
      {isFull ? (
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
        <EmptyState icon={emptyIcon} title={words.empty.title} action={create}>
          {words.empty.detail}
        </EmptyState>
      ) : (
        children
      )}
      <CreateDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </section>
  );
}
