import { Group, SegmentedControl, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { read, type Schema } from '../../api/client.ts';
import { formatBytes } from '../../formats.ts';
import { useAddress } from '../../parts/address.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { hasArchive, isActive } from '../../parts/jobs/job-status.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { Status } from '../../parts/status.tsx';
import { jobWords } from '../../words/jobs.ts';
import { OtherCells } from './other-cells.tsx';
import { RowActions } from './row-actions.tsx';
import { RowShareDialog } from './row-share-dialog.tsx';
import { shownValue, valueColumns, type ValueColumn } from './value-columns.ts';
import classes from './job-page.module.css';

const words = jobWords.page.rows;
type Item = Schema<'JobItem'>;
type Filter = 'all' | 'failed' | 'success';

const statusOf: Record<Filter, Schema<'JobItemStatus'> | null> = {
  all: null,
  failed: 'FAILED',
  success: 'SUCCESS',
};

/** What became of each row. Opens with the failed ones, if there are any. */
export function JobRows({ job }: { readonly job: Schema<'Job'> }): ReactNode {
  const address = useAddress();
  const given = address.get('rows');
  const isChosen = given !== null && given in statusOf;
  const filter: Filter = isChosen ? (given as Filter) : job.failedItems > 0 ? 'failed' : 'all';
  const status = statusOf[filter];
  const { data, error, refetch } = useQuery({
    ...read('/batch-jobs/{jobId}/items', {
      params: {
        path: { jobId: job.jobId },
        query: { page: address.page, size: 20, ...(status === null ? {} : { status }) },
      },
    }),
    placeholderData: keepPreviousData,
  });
  const { templateId } = job;
  const template = useQuery(read('/templates/{templateId}', { params: { path: { templateId } } }));
  const variables = template.data?.variables;
  const [shared, setShared] = useState<Item | null>(null);
  const columns = useMemo(() => {
    const pictures = new Set((variables ?? []).flatMap(({ name, type }) => (type === 'image' ? [name] : [])));
    const names = (variables ?? []).map(({ name }) => name);
    const values = valueColumns(data?.columns ?? null, names, data?.data ?? []);
    const shown = getColumns(values, pictures, job.status !== 'CANCELLED');
    const others = data?.otherColumns?.names ?? [];
    const all = others.length === 0 ? shown : [...shown, getOtherColumns(others)];
    return hasFiles(job) ? [...all, getActions(job, setShared)] : all;
  }, [variables, data, job]);
  const notice = getNotice(job);
  const leftOut = data?.otherColumns?.leftOut ?? [];
  return (
    <section aria-labelledby="rows">
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} id="rows">
          {words.title}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={words.filters}
          value={filter}
          onChange={(rows) => address.setFilters({ rows })}
          data={[
            { value: 'all', label: words.all },
            { value: 'failed', label: words.failed },
            { value: 'success', label: words.success },
          ]}
        />
      </Group>
      {notice === null ? null : (
        <Text size="sm" c="dimmed" mb="sm">
          {notice}
        </Text>
      )}
      {data === undefined ? (
        error === null ? (
          <LoadingState shape="table" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isCleared(job, filter) ? words.cleared : words.none[filter]}
        </Text>
      ) : (
        <>
          <DataTable
            caption={words.caption}
            columns={columns}
            rows={data.data}
            rowKey={({ rowIndex }) => String(rowIndex)}
            isWide
          />
          {leftOut.length === 0 ? null : (
            <Text size="sm" c="dimmed" mt="sm">
              {words.others.leftOut(leftOut)}
            </Text>
          )}
          <Pagination pagination={data.pagination} onPage={address.setPage} />
        </>
      )}
      {shared === null ? null : (
        <RowShareDialog key={shared.rowIndex} job={job} item={shared} onClose={() => setShared(null)} />
      )}
    </section>
  );
}

/** The columns of the sheet that fill no variable. */
function getOtherColumns(names: readonly string[]): Column<Item> {
  return {
    key: 'others',
    label: words.others.label,
    render: ({ rowIndex, line, otherCells }) => {
      const row = words.number(line ?? rowIndex + 1);
      const shown = names.map((name, index) => ({ name, text: otherCells[index] ?? '' }));
      return shown.every(({ text }) => text === '') ? null : <OtherCells row={row} cells={shown} />;
    },
  };
}

/** Whether the rows have files of their own now. */
function hasFiles(job: Schema<'Job'>): boolean {
  return job.sheet === null && hasArchive(job);
}

/** Why no row has a file to open. The page itself says that files were removed. */
function getNotice(job: Schema<'Job'>): string | null {
  if (job.sheet !== null) return hasArchive(job) || isActive(job) ? words.filesOnSheets : null;
  return isActive(job) ? words.filesLater : null;
}

function getActions(job: Schema<'Job'>, onShare: (item: Item) => void): Column<Item> {
  return {
    key: 'actions',
    label: words.actions,
    isActions: true,
    width: 120,
    render: (item) =>
      item.status === 'SUCCESS' ? <RowActions job={job} item={item} onShare={() => onShare(item)} /> : null,
  };
}

/** Whether the counts name rows that are no longer kept. */
function isCleared(job: Schema<'Job'>, filter: Filter): boolean {
  const { completedItems, failedItems } = job;
  const expected = { all: completedItems + failedItems, failed: failedItems, success: completedItems }[
    filter
  ];
  return !isActive(job) && expected > 0;
}

const getColumns = (
  values: readonly ValueColumn[],
  pictures: ReadonlySet<string>,
  keepsFiles: boolean,
): readonly Column<Item>[] => [
  {
    key: 'row',
    label: words.row,
    render: ({ rowIndex, line }) => words.number(line ?? rowIndex + 1),
    width: 90,
  },
  { key: 'outcome', label: words.outcome, render: (item) => <Outcome item={item} /> },
  ...values.map(({ name, variable }) => ({
    key: `value ${variable}`,
    label: name,
    isHeadCut: true,
    render: (item: Item) => {
      const value = shownValue(item.values[variable] ?? '', pictures.has(variable));
      return value === '' ? null : <Value value={value} />;
    },
  })),
  {
    key: 'file',
    label: words.file,
    // The archive has no file of a failed row, and a cancelled job has none at all.
    render: ({ filename, status }) => (
      <span className={classes.file}>{keepsFiles && status === 'SUCCESS' ? filename : '–'}</span>
    ),
  },
  {
    key: 'size',
    label: words.size,
    render: ({ size, status }) => (keepsFiles && status === 'SUCCESS' ? formatBytes(size) : '–'),
    isNumeric: true,
    width: 100,
  },
];

function Outcome({ item: { status, error, warningCount, warnings } }: { readonly item: Item }): ReactNode {
  return (
    <>
      <Status tone={status === 'FAILED' ? 'bad' : warningCount > 0 ? 'attention' : 'good'}>
        {status === 'FAILED'
          ? words.failed
          : warningCount > 0
            ? `${words.rendered}, ${words.warnings(warningCount)}`
            : words.rendered}
      </Status>
      {status === 'FAILED' ? (
        <Text span size="xs" className={classes.reason} dir="auto">
          {error ?? words.unknownReason}
        </Text>
      ) : null}
      {warnings.length === 0 ? null : (
        <ul className={classes.warnings}>
          {warnings.map(({ code, elementId, detail }) => (
            <li key={`${code} ${elementId}`}>{detail}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A value as a cell of the sheet has it. A long one is cut; its title has all of it. */
function Value({ value }: { readonly value: string }): ReactNode {
  return (
    <span className={classes.value} title={value} dir="auto">
      {value}
    </span>
  );
}
