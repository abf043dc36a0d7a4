import { Button, Container, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useRouteError } from 'react-router';
import { IconError404, IconMoodSad, IconRefresh } from '../generated/icons.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { partWords } from '../words/parts.ts';
import { shellWords as words } from '../words/shell.ts';

/** The page of an unknown address. */
export function NotFoundPage(): ReactNode {
  return (
    <>
      <PageHeader title={words.notFound.title} />
      <EmptyState
        icon={IconError404}
        title={words.notFound.nothing}
        action={
          <Button component={Link} to="/" variant="default">
            {words.notFound.action}
          </Button>
        }
      >
        {words.notFound.detail}
      </EmptyState>
    </>
  );
}

/** Instead of a page that threw an error, or whose files a new version of the service no longer has. */
export function BrokenPage({ isInShell = false }: { readonly isInShell?: boolean }): ReactNode {
  const error = useRouteError();
  const text = error instanceof Error ? error.message : '';
  const isOutdated = /dynamically imported module|preload CSS/.test(text);
  const { title, detail } = isOutdated ? words.outdated : words.broken;
  return (
    <Container {...(isInShell ? {} : { component: 'main' })} size="sm" py="xl">
      <title>{`${title} · ${partWords.appName}`}</title>
      <EmptyState
        isPage
        icon={isOutdated ? IconRefresh : IconMoodSad}
        title={title}
        action={<Button onClick={() => window.location.reload()}>{words.broken.reload}</Button>}
      >
        {detail}
        {isOutdated ? null : (
          <Text size="xs" mt="sm" ff="monospace">
            {text}
          </Text>
        )}
      </EmptyState>
    </Container>
  );
}
