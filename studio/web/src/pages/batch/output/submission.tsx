import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useContext, useRef, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { IconSend } from '../../../generated/icons.ts';
import { checkFilenamePattern } from '../../../../../../src/common/names/filenames.ts';
import { api, data, type Schema } from '../../../api/client.ts';
import { randomId } from '../../../api/random-id.ts';
import { ApiError } from '../../../api/problem.ts';
import { invalidate } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.ts';
import { formatDate, formatNumber } from '../../../formats.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { notifyDone } from '../../../parts/notify.tsx';
import { batchWords } from '../../../words/batch.ts';
import { UploadsContext } from '../pictures/use-picture-uploads.ts';
import { findLeftOut, type LeftOut } from '../rows/left-out.ts';
import { LeftOutDialog } from './left-out-dialog.tsx';
import { findErrors } from '../rows/row-state.ts';
import { readSheet } from './sheet.ts';
import { listColumns, listOtherColumns } from '../source-columns.ts';
import { findBadTexts, type PreparedBatch, type PreparedRow } from '../prepared-batch.ts';
import type { RowCheck } from '../rows/use-row-check.ts';

const words = batchWords.output;

/** What the last step shows and changes. */
export interface OutputStepProps {
  readonly template: Schema<'Template'>;
  readonly batch: PreparedBatch;
  readonly rows: readonly PreparedRow[];
  readonly check: RowCheck;
  /** Needed variables that no row has a value for. */
  readonly unmapped: readonly Schema<'Variable'>[];
  /** Nothing of the file is used. */
  readonly hasNoColumn: boolean;
  readonly options: Schema<'RenderOptions'>;
  readonly onChange: (batch: PreparedBatch) => void;
  readonly onSubmitted: () => void;
}

/** What the batch costs, why it cannot be submitted, and the button. */
export function Submission({
  template,
  batch,
  rows,
  check,
  unmapped,
  hasNoColumn,
  options,
  onSubmitted,
  onRefused,
}: OutputStepProps & { readonly onRefused: (error: ApiError) => void }): ReactNode {
  const navigate = useNavigate();
  const uploads = useContext(UploadsContext);
  const { limits } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [asked, setAsked] = useState<readonly LeftOut[]>([]);
  // One for each prepared batch: pressing twice, or a new try after a lost answer, makes one job.
  const attempt = useRef({ body: '', key: '' });
  const { format, callbackUrl } = batch.output;
  const { attachmentsOfJob: uncarried = [] } = batch.source;
  const { result, obstacle: badResult } = getResult(batch.output, template);
  const included = rows.filter(({ isLeftOut }) => !isLeftOut);
  const cost = Math.ceil(included.length * check.costPerRow);
  const withErrors = included.filter((row) => findErrors(row, check).length > 0).length;
  const { quota } = check;
  const isShort = quota !== null && quota.remaining < cost;
  const badTexts = findBadTexts(batch, template.variables);
  const obstacle =
    included.length === 0
      ? words.noRows
      : badTexts.length > 0
        ? words.badTexts(badTexts.map(({ label }) => label).join(', '))
        : unmapped.length > 0
          ? words.missingColumns(unmapped.map(({ label }) => label).join(', '))
          : hasNoColumn
            ? words.noColumn
            : included.length > limits.rowsPerBatch
              ? words.tooManyRows(included.length - limits.rowsPerBatch)
              : uncarried.length > 0
                ? words.uncarried(uncarried.join(', '))
                : uploads?.isReady === false
                  ? words.uploading(formatNumber(uploads.done), formatNumber(uploads.total))
                  : withErrors > 0
                    ? words.rowsWithErrors(withErrors)
                    : badResult;

  const submit = async () => {
    const asked = {
      rows: included.map(({ values }) => values),
      lines: included.map(({ line }) => line),
      columns: listColumns(batch, template.variables),
      format,
      options,
      ...result,
      ...uploads?.of(included.map(({ values }) => values)),
      ...(callbackUrl.trim() === '' ? {} : { callbackUrl: callbackUrl.trim() }),
    };
    const maxBytes = limits.maxBodyBytes - countBytes(asked);
    const body = { ...asked, ...listOtherColumns(batch, template.variables, { rows: included, maxBytes }) };
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, key: randomId() };
    setBusy(true);
    setError(null);
    try {
      const job = await data(
        api.POST('/templates/{templateId}/batch-jobs', {
          params: {
            path: { templateId: template.id },
            header: { 'Idempotency-Key': attempt.current.key },
          },
          body,
        }),
      );
      onSubmitted();
      notifyDone(words.submitted);
      void invalidate('/batch-jobs', '/usage');
      await navigate(`/jobs/${job.jobId}`);
    } catch (problem) {
      setError(problem);
      if (problem instanceof ApiError) {
        noteRowErrors(problem);
        onRefused(problem);
      }
      setBusy(false);
    }
  };
  const submitOrAsk = () => {
    const found = findLeftOut(template.variables, included, check.find);
    setAsked(found);
    if (found.length === 0) void submit();
  };
  /** Shows refused values in the table of rows. */
  const noteRowErrors = ({ fields }: ApiError) => {
    for (const { pointer, detail } of fields) {
      const [, index = '', name = ''] = /^\/rows\/(\d+)(?:\/(.*))?$/s.exec(pointer) ?? [];
      const row = index === '' ? undefined : included[Number(index)];
      const variable = name === '' ? null : name.replaceAll('~1', '/').replaceAll('~0', '~');
      if (row !== undefined) check.add(row, [...(check.find(row)?.errors ?? []), { variable, detail }]);
    }
  };
  return (
    <Stack gap="sm">
      {isShort ? (
        <Alert role="note" color="red">
          {words.cost(formatNumber(quota.remaining), formatNumber(quota.limit), formatNumber(cost))}{' '}
          {words.short(formatNumber(cost - quota.remaining), formatDate(quota.resetsAt))}
        </Alert>
      ) : null}
      {error === null ? null : <ErrorState error={error} />}
      {error instanceof ApiError && error.code === 'BATCH_RATE_LIMIT_EXCEEDED' ? (
        <Anchor component={Link} to="/jobs?status=PENDING&status=PROCESSING" size="sm">
          {words.openJobs}
        </Anchor>
      ) : null}
      <Group justify="space-between" gap="sm">
        <div>
          {isShort ? null : (
            <Text size="sm">
              {quota === null
                ? words.costOnly(formatNumber(cost))
                : words.cost(formatNumber(quota.remaining), formatNumber(quota.limit), formatNumber(cost))}
            </Text>
          )}
          <Text size="sm" c={obstacle === null ? 'dimmed' : 'red'} role="status">
            {obstacle ?? (check.state === 'done' ? null : words.stillChecking)}
          </Text>
        </div>
        <Button
          size="md"
          leftSection={<IconSend size={18} aria-hidden />}
          loading={isBusy}
          disabled={obstacle !== null}
          onClick={submitOrAsk}
        >
          {words.submit(included.length)}
        </Button>
      </Group>
      <LeftOutDialog
        found={asked}
        rowCount={included.length}
        onConfirm={submit}
        onClose={() => setAsked([])}
      />
    </Stack>
  );
}

/** The size of a request, with some room for the names of its last fields. */
function countBytes(body: object): number {
  return new TextEncoder().encode(JSON.stringify(body)).length + 1_000;
}

/** What the rows become, for the submission; or why they cannot become that. */
function getResult(
  { format, pattern, filenameCharacters, includeWarnings, isOnSheets, sheet: entry }: PreparedBatch['output'],
  template: Schema<'Template'>,
): { readonly result: Partial<Schema<'BatchSubmission'>>; readonly obstacle: string | null } {
  if (format === 'pdf' && isOnSheets && entry !== null) {
    const sheet = readSheet(entry, template.page).grid;
    return sheet === null ? { result: {}, obstacle: words.badSheet } : { result: { sheet }, obstacle: null };
  }
  const isFit = pattern === '' || checkFilenamePattern(pattern, template) === null;
  return {
    result: { includeWarnings, ...(pattern === '' ? {} : { filenamePattern: pattern, filenameCharacters }) },
    obstacle: isFit ? null : words.badPattern,
  };
}
