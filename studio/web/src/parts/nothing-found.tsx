import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from './icon.tsx';
import { EmptyState } from './empty-state.tsx';

interface NothingFoundProps {
  readonly icon: Icon;
  /** `action` is on the button that shows everything again. */
  readonly words: { readonly title: string; readonly detail: string; readonly action: string };
  readonly onClear: () => void;
}

/** Where a search or filters leave nothing of a list. */
export function NothingFound({ icon, words, onClear }: NothingFoundProps): ReactNode {
  return (
    <EmptyState
      icon={icon}
      title={words.title}
      action={
        <Button variant="default" onClick={onClear}>
          {words.action}
        </Button>
      }
    >
      {words.detail}
    </EmptyState>
  );
}
