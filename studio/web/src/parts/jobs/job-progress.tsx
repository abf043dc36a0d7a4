import { Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { jobWords as words } from '../../words/jobs.ts';
import { isActive } from './job-status.tsx';
import classes from './jobs.module.css';

/** How many rows are done: a bar while the job is active, else the counts. */
export function JobProgress({ job }: { readonly job: Schema<'Job'> }): ReactNode {
  const { totalItems, processedItems, failedItems, templateName } = job;
  const failed =
    failedItems === 0 ? null : (
      <Text span size="sm" c="red">
        {words.failedRows(failedItems)}
      </Text>
    );
  if (!isActive(job)) {
    return (
      <span className={classes.counts}>
        {words.rows(totalItems)}
        {failed}
      </span>
    );
  }
  return (
    <div className={classes.progress}>
      <span className={classes.counts}>
        {words.rowsOf(processedItems, totalItems)}
        {failed}
      </span>
      <ProgressBar job={job} label={words.progressOf(templateName)} size="sm" />
    </div>
  );
}

/** Rendered and failed rows as parts of a bar. */
export function ProgressBar({
  job: { totalItems, completedItems, failedItems },
  label,
  size,
}: {
  readonly job: Pick<Schema<'Job'>, 'totalItems' | 'completedItems' | 'failedItems'>;
  readonly label: string;
  readonly size: 'sm' | 'lg';
}): ReactNode {
  const percent = (part: number) => (part / totalItems) * 100;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={totalItems}
      aria-valuenow={completedItems + failedItems}
    >
      <Progress.Root size={size} aria-hidden>
        <Progress.Section value={percent(completedItems)} role="presentation" withAria={false} />
        <Progress.Section value={percent(failedItems)} color="red" role="presentation" withAria={false} />
      </Progress.Root>
    </div>
  );
}
