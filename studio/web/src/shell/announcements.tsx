import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { createStore, useStore } from '../api/store.ts';

const message = createStore('');

/** Tells screen readers that something has happened, without moving the focus. */
export function announce(text: string): void {
  // The same words again are only read after a change.
  message.set('');
  setTimeout(() => message.set(text));
}

/** Where screen readers find what `announce` says. Once in the page. */
export function Announcements(): ReactNode {
  const text = useStore(message);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}
