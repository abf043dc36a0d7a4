import '@mantine/dropzone/styles.css';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { IconStack2 } from '../../generated/icons.ts';
import { read, type Schema } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { batchWords as words } from '../../words/batch.ts';
import { BatchSteps } from './batch-steps.tsx';
import { foldLists } from './fold-lists.ts';
import { matchColumns } from './match-columns.ts';
import type { PreparedBatch } from './prepared-batch.ts';
import { hasTooManyRows, type RowSource } from './row-source.ts';
import { firstOutput } from './output/batch-output.ts';
import { collectFiles } from './pictures/collect-files.ts';
import { pictureWords } from '../../words/batch-pictures.ts';
import { ReadFailure } from './reading/read-failure.tsx';
import { UnusableFile } from './reading/read-file.ts';
import { FileStep } from './reading/file-step.tsx';
import { LaterStep } from './step.tsx';
import classes from './batch.module.css';

/** Makes a batch from a file, step by step. `?from=JOB` begins with the failed rows of a job. */
export function BatchPage(): ReactNode {
  const { templateId = '' } = useParams();
  const template = useQuery(read('/templates/{templateId}', { params: { path: { templateId } } }));
  const { data, error } = template;
  const title = data === undefined ? null : words.title(data.name);
  const back = { to: `/templates/${templateId}`, name: data?.name ?? '' };
  return (
    <>
      <PageHeader title={title} description={words.description} {...(data === undefined ? {} : { back })} />
      {data === undefined ? (
        error === null ? (
          <LoadingState shape="lines" />
        ) : (
          <ErrorState error={error} onRetry={() => void template.refetch()} />
        )
      ) : data.version === null ? (
        <EmptyState
          icon={IconStack2}
          title={words.unpublished.title}
          action={
            <Button component={Link} to={`/templates/${templateId}`} variant="default">
              {words.unpublished.action}
            </Button>
          }
        >
          {words.unpublished.detail}
        </EmptyState>
      ) : (
        <Batch key={templateId} template={data} />
      )}
    </>
  );
}

/**
 * The batch that is being prepared, for the way back to this page. Only the last one is kept, for the account
 * that has prepared it.
 */
let kept: { readonly key: string; readonly batch: PreparedBatch; readonly from: string | null } | null = null;

function Batch({ template }: { readonly template: Schema<'Template'> }): ReactNode {
  const { account, limits } = useSession();
  const [params] = useSearchParams();
  const from = params.get('from');
  const key = `${account.id} ${template.id}`;
  const [batch, setBatch] = useState<PreparedBatch | null>(() =>
    kept?.key === key && (from === null || kept.from === from) ? kept.batch : null,
  );
  const change = (next: PreparedBatch | null) => {
    kept = next === null ? null : { key, batch: next, from };
    setBatch(next);
  };
  const { variables } = template;
  // Pictures may come before the table, with it, or later.
  const [early, setEarly] = useState<ReadonlyMap<string, Blob>>(new Map());
  const begin = (read: RowSource | null, pictures = batch?.beside ?? early) => {
    if (read === null) {
      setEarly(batch?.beside ?? early);
      change(null);
      return;
    }
    const source = foldLists(read, variables);
    const assignments = matchColumns(source, variables, template.id);
    change({
      source,
      assignments,
      readings: {},
      corrections: {},
      leftOut: new Set(),
      beside: pictures,
      output: { ...(batch?.output ?? firstOutput(template)), ...source.output },
    });
  };
  const addPictures = (pictures: ReadonlyMap<string, Blob>) => {
    if (batch === null) setEarly(new Map([...early, ...pictures]));
    else change({ ...batch, beside: new Map([...batch.beside, ...pictures]) });
  };
  const leaveOut = (lines: readonly number[]) => {
    if (batch === null) return;
    const places = batch.source.records.flatMap(({ line }, index) => (lines.includes(line) ? [index] : []));
    change({ ...batch, leftOut: new Set([...batch.leftOut, ...places]) });
  };
  const [refusal, setRefusal] = useState<unknown>(null);
  const onFiles = (files: readonly File[]) => {
    setRefusal(null);
    collectFiles(files)
      .then(({ pictures }) => {
        if (pictures.size === 0) throw new UnusableFile(pictureWords.noneInFolder);
        addPictures(pictures);
      })
      .catch(setRefusal);
  };
  return (
    <div className={classes.steps}>
      {variables.length === 0 ? (
        <Alert role="note" color="yellow">
          {words.noVariables}
        </Alert>
      ) : null}
      <FileStep
        template={template}
        batch={batch}
        from={from}
        early={early}
        onSource={begin}
        onPictures={addPictures}
        onLeaveOut={leaveOut}
      />
      {refusal === null ? null : <ReadFailure name={pictureWords.title} error={refusal} />}
      {batch === null || hasTooManyRows(batch.source, limits.rowsPerBatch) ? (
        <>
          <LaterStep number={2} title={words.steps.columns} hint={words.later.columns} />
          <LaterStep number={3} title={words.steps.rows} hint={words.later.rows} />
          <LaterStep number={4} title={words.steps.output} hint={words.later.output} />
        </>
      ) : (
        <BatchSteps
          template={template}
          batch={batch}
          onChange={change}
          onFiles={onFiles}
          onSubmitted={() => {
            kept = null;
          }}
        />
      )}
    </div>
  );
}
