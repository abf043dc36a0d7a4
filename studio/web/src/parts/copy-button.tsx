import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IconCheck, IconCopy } from '../generated/icons.ts';
import { announce } from '../shell/announcements.tsx';
import { partWords } from '../words/parts.ts';
import { copyText } from './copy-text.ts';
import { notifyFailed } from './notify.tsx';

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, for screen readers: "API key". */
  readonly what: string;
  /** Shows a button with this text instead of an icon. */
  readonly children?: string;
  /** Of the button with a text. */
  readonly size?: 'xs' | 'sm';
}

const shownMs = 2_000;

/** Copies a text. */
export function CopyButton({ value, what, children, size = 'xs' }: CopyButtonProps): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await copyText(value);
    } catch {
      notifyFailed(partWords.notCopied(what));
      return;
    }
    announce(partWords.nowCopied(what));
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), shownMs);
  };
  const icon = isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />;
  if (children !== undefined) {
    return (
      <Button variant="default" size={size} leftSection={icon} onClick={() => void copy()}>
        {isCopied ? partWords.copied : children}
      </Button>
    );
  }
  return (
    <Tooltip label={isCopied ? partWords.copied : partWords.copy}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={`${partWords.copy}: ${what}`}
        onClick={() => void copy()}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
