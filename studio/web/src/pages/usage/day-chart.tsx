import { Button, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconTable } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { formatDay, formatMonth, formatNumber } from '../../formats.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { usageWords } from '../../words/usage.ts';
import classes from './usage.module.css';

const words = usageWords.days;

type Day = Schema<'Usage'>['days'][number];

interface DayChartProps {
  readonly month: string;
  readonly days: readonly Day[];
  readonly total: number;
}

/** A bar for each day; a table with the same numbers on demand. */
export function DayChart({ month, days, total }: DayChartProps): ReactNode {
  const [isTable, setTable] = useState(false);
  const top = roundUp(Math.max(...days.map(({ renders }) => renders)));
  const name = formatMonth(month);
  return (
    <section aria-labelledby="days">
      <div className={classes.head}>
        <Title order={2} id="days">
          {words.title}
        </Title>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconTable size={16} aria-hidden />}
          aria-expanded={isTable}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? words.hide : words.show}
        </Button>
      </div>
      <div
        className={classes.chart}
        role="img"
        aria-label={words.chart(name, usageWords.renders(total))}
        dir="ltr"
      >
        <div className={classes.scale}>
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{formatNumber(value)}</span>
          ))}
        </div>
        <div className={classes.bars}>
          {days.map(({ day, renders }) => (
            <div key={day} className={classes.column}>
              <div className={classes.track}>
                <div className={classes.bar} style={{ height: `${(renders / top) * 100}%` }} />
              </div>
              <span className={classes.tick}>{Number(day.slice(8))}</span>
              <span className={classes.tip}>
                {formatDay(day)} <strong>{usageWords.renders(renders)}</strong>
              </span>
            </div>
          ))}
        </div>
      </div>
      {isTable ? (
        <div className={classes.dayTable}>
          <DataTable caption={words.caption(name)} columns={columns} rows={days} rowKey={({ day }) => day} />
        </div>
      ) : null}
    </section>
  );
}

const columns: readonly Column<Day>[] = [
  { key: 'day', label: words.day, render: ({ day }) => formatDay(day) },
  { key: 'renders', label: words.renders, render: ({ renders }) => formatNumber(renders), isNumeric: true },
];

/** The next even number of the form 1, 2, 4, 6, 8 or 10 × 10ⁿ, so that its half is one to read, too. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 2)));
  const step = [1, 2, 4, 6, 8, 10].find((each) => each * power >= value && (each * power) % 2 === 0) ?? 10;
  return step * power;
}
