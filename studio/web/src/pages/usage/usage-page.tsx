import { ActionIcon, Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconChartBar, IconChevronLeft, IconChevronRight } from '../../generated/icons.ts';
import { read, type Schema } from '../../api/client.ts';
import { formatMonth } from '../../formats.ts';
import { useAddress } from '../../parts/address.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { usageWords as words } from '../../words/usage.ts';
import { DayChart } from './day-chart.tsx';
import { addMonths, currentMonth, isMonth } from './month.ts';
import { ShareTable } from './share-table.tsx';
import { StoredData } from './stored-data.tsx';
import { Totals } from './totals.tsx';
import classes from './usage.module.css';

/** Renders of a month by day, template and key, beside the plan. The month is in the address. */
export function UsagePage(): ReactNode {
  const address = useAddress();
  const given = address.get('month');
  const month = isMonth(given) ? given : currentMonth();
  const { data, error, refetch } = useQuery(read('/usage', { params: { query: { month } } }));
  const choose = (next: string) => address.setFilters({ month: next === currentMonth() ? null : next });
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={<MonthChoice month={month} onChange={choose} />}
      />
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Month usage={data} />
      )}
    </>
  );
}

/** Of the size of the numbers, the chart and the tables, so that nothing moves when they come. */
function Loading(): ReactNode {
  return (
    <div className={classes.month}>
      <Skeleton h={68} maw={560} aria-hidden />
      <Skeleton h={280} aria-hidden />
      <LoadingState shape="table" />
    </div>
  );
}

const listedMonths = 24;

interface MonthChoiceProps {
  readonly month: string;
  readonly onChange: (month: string) => void;
}

function MonthChoice({ month, onChange }: MonthChoiceProps): ReactNode {
  const now = currentMonth();
  const listed = Array.from({ length: listedMonths }, (_, index) => addMonths(now, -index));
  const months = listed.includes(month) ? listed : [...listed, month];
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={words.earlier}
        onClick={() => onChange(addMonths(month, -1))}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <NativeSelect
        aria-label={words.month}
        data={months.map((value) => ({ value, label: formatMonth(value) }))}
        value={month}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={words.later}
        disabled={month >= now}
        onClick={() => onChange(addMonths(month, 1))}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function Month({ usage }: { readonly usage: Schema<'Usage'> }): ReactNode {
  const { month, days, templates, keys, stored } = usage;
  const total = days.reduce((sum, { renders }) => sum + renders, 0);
  return (
    <div className={classes.month}>
      <Totals usage={usage} total={total} />
      {total === 0 ? (
        <EmptyState
          icon={IconChartBar}
          title={words.empty.title(formatMonth(month))}
          action={
            <Button component={Link} to="/" variant="default">
              {words.empty.action}
            </Button>
          }
        >
          {words.empty.detail}
        </EmptyState>
      ) : (
        <>
          <DayChart key={month} month={month} days={days} total={total} />
          <div className={classes.tables}>
            <ShareTable
              key={`templates ${month}`}
              words={words.templates}
              total={total}
              entries={templates.map(({ templateId, name, renders }) => ({
                id: templateId,
                renders,
                name:
                  name === null || templateId === null ? (
                    <Unnamed>{words.templates.unknown}</Unnamed>
                  ) : (
                    <Link to={`/templates/${templateId}`} className={classes.name} dir="auto">
                      {name}
                    </Link>
                  ),
              }))}
            />
            <ShareTable
              key={`keys ${month}`}
              words={words.keys}
              total={total}
              entries={keys.map(({ keyId, name, renders }) => ({
                id: keyId,
                renders,
                name:
                  name === null ? (
                    <Unnamed>{keyId === null ? words.keys.app : words.keys.ofOthers}</Unnamed>
                  ) : (
                    <span className={classes.name} dir="auto">
                      {name}
                    </span>
                  ),
              }))}
            />
          </div>
        </>
      )}
      {month === currentMonth() ? <StoredData stored={stored} /> : null}
    </div>
  );
}

function Unnamed({ children }: { readonly children: string }): ReactNode {
  return (
    <Text span size="sm" c="dimmed" fw={400}>
      {children}
    </Text>
  );
}
