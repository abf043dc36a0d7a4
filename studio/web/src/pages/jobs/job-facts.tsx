import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Schema } from '../../api/client.ts';
import { formatAgo, formatDateTime, formatNumber } from '../../formats.ts';
import { hasArchive, isActive } from '../../parts/jobs/job-status.tsx';
import { Source } from '../../parts/jobs/job-table.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { jobWords } from '../../words/jobs.ts';
import classes from './job-page.module.css';

const words = jobWords.page;
const facts = words.fact;

/** Counts, times, the archive and the callback of a job. */
export function JobFacts({ job }: { readonly job: Schema<'Job'> }): ReactNode {
  const {
    completedItems,
    failedItems,
    totalItems,
    processedItems,
    format,
    createdAt,
    startedAt,
    completedAt,
  } = job;
  return (
    <dl className={classes.facts} aria-label={words.facts}>
      <Fact name={facts.rendered}>{formatNumber(completedItems)}</Fact>
      <Fact name={facts.failed}>
        {failedItems === 0 ? (
          '0'
        ) : (
          <Text span c="red" size="sm">
            {formatNumber(failedItems)}
          </Text>
        )}
      </Fact>
      {isActive(job) ? <Fact name={facts.waiting}>{formatNumber(totalItems - processedItems)}</Fact> : null}
      <Fact name={facts.format}>{jobWords.formats[format]}</Fact>
      <Fact name={facts.source}>
        <Source job={job} />
      </Fact>
      <Fact name={facts.submitted}>{formatDateTime(createdAt)}</Fact>
      {completedAt === null ? null : <Fact name={facts.ended}>{formatDateTime(completedAt)}</Fact>}
      {startedAt === null || completedAt === null ? null : (
        <Fact name={facts.duration}>{formatDuration(startedAt, completedAt)}</Fact>
      )}
      <Fact name={job.sheet === null ? facts.archive : facts.sheets}>
        {hasArchive(job) ? (
          <span title={formatAgo(job.archiveExpiresAt ?? '')}>
            {words.archive.until(formatDateTime(job.archiveExpiresAt ?? ''))}
          </span>
        ) : isActive(job) ? (
          words.archive.later
        ) : job.status === 'COMPLETED' && completedItems > 0 ? (
          words.archive.expired
        ) : (
          words.archive.none
        )}
      </Fact>
      <Fact name={facts.callback} isWide={job.callback !== null}>
        <Callback job={job} />
      </Fact>
    </dl>
  );
}

function Fact({
  name,
  isWide = false,
  children,
}: {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={isWide ? classes.wide : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const tones: Record<Schema<'DeliveryStatus'>, Tone> = { PENDING: 'active', DELIVERED: 'good', FAILED: 'bad' };

function Callback({ job: { jobId, callback } }: { readonly job: Schema<'Job'> }): ReactNode {
  if (callback === null) return words.callback.none;
  const { url, status, attempts, lastError } = callback;
  return (
    <span className={classes.callback}>
      <Status tone={tones[status]}>
        {attempts === 0
          ? words.callback.statuses[status]
          : `${words.callback.statuses[status]}, ${words.callback.attempts(attempts)}`}
      </Status>
      <Text span size="xs" c="dimmed" className={classes.url}>
        {url}
      </Text>
      {lastError === null || status === 'DELIVERED' ? null : (
        <Text span size="xs" c="red">
          {lastError}
        </Text>
      )}
      <Anchor component={Link} to={`/callbacks?job=${jobId}`} size="xs">
        {words.callback.open}
      </Anchor>
    </span>
  );
}

/** `4.2 sec`, `3 min`, by the browser's locale. */
function formatDuration(from: string, to: string): string {
  const seconds = Math.max(0, new Date(to).getTime() - new Date(from).getTime()) / 1_000;
  const [value, unit] = seconds < 120 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}
