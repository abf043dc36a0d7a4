import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconKey, IconPlus } from '../../../generated/icons.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { imageUrlWords } from '../../../words/image-url.ts';

const { noKey: words, createKey } = imageUrlWords;

interface NoUrlKeyProps {
  /** Whether other members have keys. */
  readonly hasOthers: boolean;
  readonly onCreate: () => void;
}

/** Where there is no key to sign with: a way to create one. */
export function NoUrlKey({ hasOthers, onCreate }: NoUrlKeyProps): ReactNode {
  return (
    <EmptyState
      icon={IconKey}
      title={words.title}
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
          {createKey}
        </Button>
      }
    >
      {words.detail}
      {hasOthers ? (
        <>
          {' '}
          {words.others}{' '}
          <Anchor component={Link} to="/keys" inherit underline="always">
            {words.keys}
          </Anchor>
        </>
      ) : null}
    </EmptyState>
  );
}
