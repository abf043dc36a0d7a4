import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { formatDate, formatDay, formatNumber } from '../../formats.ts';
import { usageWords as words } from '../../words/usage.ts';
import { currentMonth } from './month.ts';
import { UsedPart } from './used-part.tsx';
import classes from './usage.module.css';

interface TotalsProps {
  readonly usage: Schema<'Usage'>;
  readonly total: number;
}

/** The month in a few numbers; the current one beside the plan. */
export function Totals({ usage: { month, days, plan, quota }, total }: TotalsProps): ReactNode {
  const isCurrent = month === currentMonth();
  // Days to come have no renders yet.
  const today = new Date().toISOString().slice(0, 10);
  const past = days.filter(({ day }) => day <= today);
  const busiest = past.reduce((most, each) => (each.renders > most.renders ? each : most), {
    day: '',
    renders: 0,
  });
  return (
    <div className={classes.totals}>
      {isCurrent ? <Quota plan={plan} quota={quota} /> : null}
      <dl className={classes.facts} aria-label={words.facts}>
        {isCurrent ? null : (
          <div>
            <dt>{words.total}</dt>
            <dd>{words.renders(total)}</dd>
          </div>
        )}
        <div>
          <dt>{words.average}</dt>
          <dd>{formatNumber(Math.round((total / Math.max(past.length, 1)) * 10) / 10)}</dd>
        </div>
        <div>
          <dt>{words.busiest}</dt>
          <dd>{busiest.renders === 0 ? '–' : words.busiestDay(formatDay(busiest.day), busiest.renders)}</dd>
        </div>
      </dl>
    </div>
  );
}

function Quota({ plan, quota }: Pick<Schema<'Usage'>, 'plan' | 'quota'>): ReactNode {
  const { used, limit, remaining, resetsAt } = quota;
  const part = limit === 0 ? 1 : Math.min(used / limit, 1);
  const when = formatDate(resetsAt);
  return (
    <div className={classes.quota}>
      <div className={classes.quotaHead}>
        <Text size="sm" fw={600}>
          {words.quota.used(used, limit)}
        </Text>
        <Text size="sm" c="dimmed">
          {words.plan(plan)}
        </Text>
      </div>
      <UsedPart part={part} label={words.quota.label} />
      <Text size="xs" c="dimmed">
        {remaining === 0 ? words.quota.none(when) : words.quota.left(remaining, when)}
      </Text>
    </div>
  );
}
