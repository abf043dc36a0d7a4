import { ActionIcon, Anchor, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconExternalLink, IconFileTypePdf, IconLinkOff, IconPhoto } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { formatAgo, formatBytes, formatDateTime } from '../../formats.ts';
import { linkWords as words } from '../../words/links.ts';
import { CopyButton } from '../copy-button.tsx';
import type { Column } from '../data-table.tsx';
import classes from './links.module.css';

type Share = Schema<'Share'>;

/** The columns of the table of links. */
export function linkColumns(askToRevoke: (share: Share) => void): Column<Share>[] {
  return [
    {
      key: 'template',
      label: words.columns.template,
      render: (share) => (
        <span className={classes.name}>
          <Picture share={share} />
          {share.templateId === null ? (
            <span dir="auto">{share.templateName}</span>
          ) : (
            <Anchor
              component={Link}
              to={`/templates/${share.templateId}`}
              fw={600}
              size="sm"
              dir="auto"
              title={share.templateName}
              className={classes.templateName}
            >
              {share.templateName}
            </Anchor>
          )}
        </span>
      ),
    },
    {
      key: 'url',
      label: words.columns.url,
      render: (share) => (
        <span className={classes.address}>
          <Text span size="sm" truncate className={classes.url} title={share.url}>
            {share.url.replace(/^https?:\/\//, '')}
          </Text>
          <CopyButton value={share.url} what={words.copy(share.templateName)} />
        </span>
      ),
    },
    {
      key: 'type',
      label: words.columns.type,
      render: ({ mimeType, fileSize }) => (
        <TwoLines second={formatBytes(fileSize)}>{words.types[mimeType]}</TwoLines>
      ),
      width: 110,
    },
    {
      key: 'created',
      label: words.columns.created,
      render: ({ createdAt, source }) => (
        <TwoLines second={words.sources[source]}>
          <When date={createdAt} />
        </TwoLines>
      ),
      width: 120,
    },
    {
      key: 'expires',
      label: words.columns.expires,
      render: ({ expiresAt }) => <When date={expiresAt} />,
      width: 120,
    },
    {
      key: 'actions',
      label: words.columns.actions,
      render: (share) => (
        <span className={classes.actions}>
          <Tooltip label={words.open(share.templateName)}>
            <ActionIcon
              component="a"
              href={share.url}
              target="_blank"
              rel="noreferrer"
              variant="subtle"
              color="gray"
              aria-label={words.open(share.templateName)}
            >
              <IconExternalLink size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={words.revoke}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.revokeNamed(share.templateName)}
              onClick={() => askToRevoke(share)}
            >
              <IconLinkOff size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
      ),
      isActions: true,
      width: 90,
    },
  ];
}

/** For the page of a template: the picture and the link name the row. */
export function withoutName(all: readonly Column<Share>[]): Column<Share>[] {
  return all
    .filter(({ key }) => key !== 'template')
    .map((column) =>
      column.key === 'url'
        ? {
            ...column,
            render: (share) => (
              <span className={classes.name}>
                <Picture share={share} />
                {column.render(share)}
              </span>
            ),
          }
        : column,
    );
}

function Picture({ share: { url, mimeType } }: { readonly share: Share }): ReactNode {
  // A link's own picture, if it has this origin: the page's content policy allows no other.
  const path = mimeType === 'application/pdf' ? null : findPath(url);
  return (
    <span className={classes.picture} aria-hidden>
      {path !== null ? (
        <img src={path} alt="" loading="lazy" />
      ) : mimeType === 'application/pdf' ? (
        <IconFileTypePdf size={20} stroke={1.5} />
      ) : (
        <IconPhoto size={20} stroke={1.5} />
      )}
    </span>
  );
}

function findPath(url: string): string | null {
  const { origin, pathname } = new URL(url);
  return origin === window.location.origin ? pathname : null;
}

/** A fact with a smaller one below it; beside it on a card. */
function TwoLines({
  children,
  second,
}: {
  readonly children: ReactNode;
  readonly second: string;
}): ReactNode {
  return (
    <span className={classes.lines}>
      <span>{children}</span>
      <Text span size="xs" c="dimmed">
        {second}
      </Text>
    </span>
  );
}

function When({ date }: { readonly date: string }): ReactNode {
  return (
    <time dateTime={date} title={formatDateTime(date)} className={classes.nowrap}>
      {formatAgo(date)}
    </time>
  );
}
