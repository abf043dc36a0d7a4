import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { partWords } from '../words/parts.ts';
import { CodeBlock } from './code-block.tsx';
import { CopyButton } from './copy-button.tsx';

interface HandedOverProps {
  /** A secret that is shown once. */
  readonly value: string;
  /** What it is, for screen readers: "API key". */
  readonly what: string;
  readonly copy: string;
  readonly children: ReactNode;
  readonly onDone: () => void;
}

/** In a dialog: a secret to copy, and what to know about it. */
export function HandedOver({ value, what, copy, children, onDone }: HandedOverProps): ReactNode {
  const text = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <Stack gap="md">
      <Text component="div" size="sm" ref={text} tabIndex={-1} style={{ outline: 'none' }}>
        {children}
      </Text>
      <CodeBlock code={value} label={what} />
      <Group justify="flex-end" gap="xs">
        <CopyButton value={value} what={what} size="sm">
          {copy}
        </CopyButton>
        <Button onClick={onDone}>{partWords.done}</Button>
      </Group>
    </Stack>
  );
}
