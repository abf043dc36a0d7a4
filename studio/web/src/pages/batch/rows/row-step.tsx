import { Alert, Button, Group, Progress, SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import type { Schema } from '../../../api/client.ts';
import { formatNumber } from '../../../formats.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { Pagination } from '../../../parts/pagination.tsx';
import { batchWords } from '../../../words/batch.ts';
import type { PreparedBatch, PreparedRow } from '../prepared-batch.ts';
import { Step } from '../step.tsx';
import classes from '../batch.module.css';
import { RowPictures } from './row-pictures.tsx';
import { findState, type RowState } from './row-state.ts';
import { RowTable } from './row-table.tsx';
import type { RowCheck } from './use-row-check.ts';

const words = batchWords.rows;

interface RowStepProps {
  readonly template: Schema<'Template'>;
  readonly batch: PreparedBatch;
  readonly rows: readonly PreparedRow[];
  readonly check: RowCheck;
  /** Needed variables that no row has a value for. */
  readonly unmapped: readonly Schema<'Variable'>[];
  /** Nothing of the file is used. */
  readonly hasNoColumn: boolean;
  readonly onChange: (batch: PreparedBatch) => void;
}

type Filter = 'all' | 'errors' | 'warnings' | 'fine';

const shows: Record<Filter, (state: RowState) => boolean> = {
  all: () => true,
  errors: (state) => state === 'error',
  warnings: (state) => state === 'warning',
  fine: (state) => state === 'fine',
};

const pageSize = 25;

/** The third step: pictures of rows, the check of all, and corrections. */
export function RowStep({
  template,
  batch,
  rows,
  check,
  unmapped,
  hasNoColumn,
  onChange,
}: RowStepProps): ReactNode {
  const [filter, setFilter] = useState<Filter>('all');
  const [page, setPage] = useState(0);
  const states = useMemo(() => rows.map((row) => findState(row, check)), [rows, check.find]);
  const count = (each: Filter) => states.filter(shows[each]).length;
  const shown = rows.filter((_, index) => shows[filter](states[index] ?? 'pending'));
  const pages = Math.max(1, Math.ceil(shown.length / pageSize));
  const current = Math.min(page, pages - 1);
  const withErrors = rows.filter((_, index) => states[index] === 'error');

  const leaveOut = (indexes: readonly number[], isLeftOut: boolean) => {
    const leftOut = new Set(batch.leftOut);
    for (const index of indexes) {
      if (isLeftOut) leftOut.add(index);
      else leftOut.delete(index);
    }
    onChange({ ...batch, leftOut });
  };
  const correct = ({ index }: PreparedRow, variable: string, value: string) => {
    const corrections = { ...batch.corrections, [index]: { ...batch.corrections[index], [variable]: value } };
    onChange({ ...batch, corrections });
  };
  return (
    <Step
      number={3}
      title={batchWords.steps.rows}
      facts={<Outcome check={check} isPending={hasNoColumn || unmapped.length > 0} />}
      actions={<CheckButton check={check} />}
    >
      {check.state === 'running' || check.state === 'stopped' ? (
        <Progress
          size="xs"
          mb="sm"
          value={(check.done / Math.max(1, check.total)) * 100}
          aria-label={words.checking(formatNumber(check.done), formatNumber(check.total))}
        />
      ) : null}
      {check.state === 'failed' ? (
        <div className={classes.below}>
          <ErrorState error={check.error} onRetry={check.resume} />
        </div>
      ) : null}
      {hasNoColumn && unmapped.length === 0 ? (
        <Alert color="red" mb="sm" role="alert" title={words.noColumn}>
          {words.noColumnDetail}
        </Alert>
      ) : null}
      {unmapped.length === 0 ? null : (
        <Alert color="red" mb="sm" role="alert" title={words.unmapped(unmapped.map(({ label }) => label))}>
          {words.unmappedDetail}
        </Alert>
      )}
      <RowPictures template={template} rows={rows} states={states} isChecking={check.state === 'running'} />
      <Group justify="space-between" gap="sm" mt="lg" mb="xs">
        <SegmentedControl
          size="xs"
          aria-label={words.filter}
          value={filter}
          onChange={(value) => {
            setFilter(value);
            setPage(0);
          }}
          data={(['all', 'errors', 'warnings', 'fine'] as const).map((value) => ({
            value,
            label: words.counted(words[value], count(value)),
          }))}
        />
        <Group gap="xs">
          {withErrors.length === 0 ? null : (
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                leaveOut(
                  withErrors.map(({ index }) => index),
                  true,
                )
              }
            >
              {words.leaveOutErrors(withErrors.length)}
            </Button>
          )}
          {batch.leftOut.size === 0 ? null : (
            <Button size="xs" variant="default" onClick={() => onChange({ ...batch, leftOut: new Set() })}>
              {words.useAll(batch.leftOut.size)}
            </Button>
          )}
        </Group>
      </Group>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed" py="md">
          {words.none[filter]}
        </Text>
      ) : (
        <RowTable
          template={template}
          batch={batch}
          rows={shown.slice(current * pageSize, (current + 1) * pageSize)}
          check={check}
          onUse={(row, isUsed) => leaveOut([row.index], !isUsed)}
          onCorrect={correct}
        />
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {words.hint}
      </Text>
      <Pagination
        pagination={{ page: current, size: pageSize, totalElements: shown.length, totalPages: pages }}
        onPage={setPage}
      />
    </Step>
  );
}

interface OutcomeProps {
  readonly check: RowCheck;
  /** Whether rows are checked later, once needed variables have a column. */
  readonly isPending: boolean;
}

function Outcome({ check: { state, done, total }, isPending }: OutcomeProps): ReactNode {
  const [part, whole] = [formatNumber(done), formatNumber(total)];
  return (
    <span role="status">
      {isPending
        ? words.pending
        : state === 'running'
          ? words.checking(part, whole)
          : state === 'stopped'
            ? words.stopped(part, whole)
            : state === 'failed'
              ? words.checkFailed
              : words.checked(total)}
    </span>
  );
}

function CheckButton({ check: { state, stop, resume } }: { readonly check: RowCheck }): ReactNode {
  if (state === 'running') {
    return (
      <Button size="xs" variant="default" onClick={stop}>
        {words.stop}
      </Button>
    );
  }
  return state === 'stopped' ? (
    <Button size="xs" variant="default" onClick={resume}>
      {words.resume}
    </Button>
  ) : null;
}
