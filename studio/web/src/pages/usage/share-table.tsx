import { Button, Text, Title } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { formatNumber, formatPercent } from '../../formats.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { usageWords } from '../../words/usage.ts';
import classes from './usage.module.css';

/** What renders belong to: a template or a key. */
interface Entry {
  readonly id: string | null;
  readonly name: ReactNode;
  readonly renders: number;
}

interface ShareTableProps {
  readonly words: {
    readonly title: string;
    readonly name: string;
    readonly others: string;
    readonly all: (count: number) => string;
  };
  /** Those with most renders, most first; the service lists up to 100. */
  readonly entries: readonly Entry[];
  /** Renders of the month, including those that are not listed. */
  readonly total: number;
}

/** Shown at first. */
const shortLength = 10;

/** Renders by template or by key, with their share of the month. */
export function ShareTable({ words, entries, total }: ShareTableProps): ReactNode {
  const id = useId();
  const [isLong, setLong] = useState(false);
  const isShort = !isLong && entries.length > shortLength;
  const shown = isShort ? entries.slice(0, shortLength) : entries;
  const rest = total - shown.reduce((sum, { renders }) => sum + renders, 0);
  const others = {
    id: 'others',
    renders: rest,
    name: (
      <Text span size="sm" c="dimmed" fw={400}>
        {words.others}
      </Text>
    ),
  };
  return (
    <section aria-labelledby={id} className={classes.shares}>
      <Title order={2} id={id} mb="sm">
        {words.title}
      </Title>
      <DataTable
        caption={words.title}
        columns={columns(words.name, total)}
        rows={rest > 0 ? [...shown, others] : shown}
        rowKey={(entry) => entry.id ?? 'none'}
      />
      {entries.length > shortLength ? (
        <Button variant="subtle" size="xs" mt="xs" aria-expanded={!isShort} onClick={() => setLong(!isLong)}>
          {isShort ? words.all(entries.length) : usageWords.fewer}
        </Button>
      ) : null}
    </section>
  );
}

function columns(name: string, total: number): Column<Entry>[] {
  return [
    { key: 'name', label: name, render: (entry) => entry.name },
    {
      key: 'share',
      label: usageWords.share,
      render: ({ renders }) => (
        <span className={classes.share}>
          <span className={classes.shareTrack} aria-hidden>
            <span className={classes.shareBar} style={{ width: `${(renders / total) * 100}%` }} />
          </span>
          <span className={classes.percent}>{formatPercent(renders / total)}</span>
        </span>
      ),
      isNumeric: true,
      width: 170,
    },
    {
      key: 'renders',
      label: usageWords.renderCount,
      render: ({ renders }) => formatNumber(renders),
      isNumeric: true,
      width: 100,
    },
  ];
}
