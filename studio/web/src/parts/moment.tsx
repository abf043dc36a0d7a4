import type { ReactNode } from 'react';
import { formatAgo, formatDateTime } from '../formats.ts';
import classes from './parts.module.css';

/** How long ago something was; the exact time is its tooltip. */
export function Moment({ date }: { readonly date: string }): ReactNode {
  return (
    <time dateTime={date} title={formatDateTime(date)} className={classes.nowrap}>
      {formatAgo(date)}
    </time>
  );
}
