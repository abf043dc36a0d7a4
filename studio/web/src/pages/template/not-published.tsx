import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconUpload } from '../../generated/icons.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useTemplate } from './template-context.ts';

interface NotPublishedProps {
  readonly words: { readonly title: string; readonly detail: string; readonly action: string };
}

/** In place of what only a published template has. */
export function NotPublished({ words }: NotPublishedProps): ReactNode {
  const { id } = useTemplate();
  return (
    <EmptyState
      icon={IconUpload}
      title={words.title}
      action={
        <Button component={Link} to={`/templates/${id}`} variant="default">
          {words.action}
        </Button>
      }
    >
      {words.detail}
    </EmptyState>
  );
}
