import { Anchor, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { IconArrowLeft } from '../generated/icons.ts';
import { announce } from '../shell/announcements.tsx';
import { partWords } from '../words/parts.ts';
import classes from './parts.module.css';

interface PageHeaderProps {
  /** Also the document's title. Null while it is loading. */
  readonly title: string | null;
  readonly description?: ReactNode;
  /** Badges and facts beside the title. */
  readonly facts?: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  /** The page above this one. */
  readonly back?: { readonly to: string; readonly name: string };
}

/** The head of each page. Sets the document's title and tells screen readers that the page has changed. */
export function PageHeader({ title, description, facts, actions, back }: PageHeaderProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const isFirst = key === 'default';
  const isKnown = title !== null;
  useEffect(() => {
    if (isFirst || !isKnown) return;
    heading.current?.focus({ preventScroll: true });
    announce(heading.current?.textContent ?? '');
    // Not for another title of the same page, nor for other parameters of its address.
  }, [pathname, isKnown]);
  return (
    <Stack gap={4} mb="lg" component="header">
      <title>{isKnown ? `${title} · ${partWords.appName}` : partWords.appName}</title>
      {back === undefined ? null : (
        <Anchor component={Link} to={back.to} size="sm" className={classes.back}>
          <IconArrowLeft size={16} aria-hidden />
          {partWords.back(back.name)}
        </Anchor>
      )}
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={classes.heading}>
          <Group gap="sm" mih={36}>
            <Title order={1} ref={heading} tabIndex={-1} className={classes.title} dir="auto">
              {isKnown ? (
                title
              ) : (
                <>
                  <VisuallyHidden>{partWords.loading}</VisuallyHidden>
                  <Skeleton component="span" display="inline-block" w={200} h={22} />
                </>
              )}
            </Title>
            {facts}
          </Group>
          {description === undefined ? null : (
            <Text c="dimmed" size="sm" maw="72ch" mt={4}>
              {description}
            </Text>
          )}
        </div>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </Group>
    </Stack>
  );
}
