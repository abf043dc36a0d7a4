import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../generated/icons.ts';
import { describeError } from '../api/problem.ts';
import { partWords } from '../words/parts.ts';
import { CopyButton } from './copy-button.tsx';

interface ErrorStateProps {
  readonly error: unknown;
  /** Shows the button "Try again". */
  readonly onRetry?: () => void;
}

/** Where something failed: why, what to do, and the request id for the operator. */
export function ErrorState({ error, onRetry }: ErrorStateProps): ReactNode {
  const { title, detail, requestId } = describeError(error);
  return (
    <Alert role="alert" color="red" title={title} icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Text size="sm">{detail}</Text>
      {onRetry === undefined && requestId === null ? null : (
        <Group gap="md" mt="sm">
          {onRetry === undefined ? null : (
            <Button size="xs" variant="default" onClick={onRetry}>
              {partWords.retry}
            </Button>
          )}
          {requestId === null ? null : (
            <Group gap={4}>
              <Text size="xs">
                {partWords.requestId} <code>{requestId.slice(0, 8)}</code>
              </Text>
              <CopyButton value={requestId} what={partWords.requestId} />
            </Group>
          )}
        </Group>
      )}
    </Alert>
  );
}
