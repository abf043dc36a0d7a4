import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { IconBan, IconDownload, IconInfoCircle, IconTrash } from '../../generated/icons.ts';
import { read, type Schema } from '../../api/client.ts';
import { formatNumber } from '../../formats.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { useJobActions } from '../../parts/jobs/job-actions.tsx';
import { ProgressBar } from '../../parts/jobs/job-progress.tsx';
import { hasArchive, isActive, JobStatus, nameDownload } from '../../parts/jobs/job-status.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { notifyError } from '../../parts/notify.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { jobWords } from '../../words/jobs.ts';
import { JobFacts } from './job-facts.tsx';
import { JobRows } from './job-rows.tsx';

const words = jobWords.page;
const back = { to: '/jobs', name: jobWords.title };

/** One job: its progress, current through live events, what became of its rows, and its archive. */
export function JobPage(): ReactNode {
  const { jobId = '' } = useParams();
  const {
    data: job,
    error,
    refetch,
  } = useQuery(read('/batch-jobs/{jobId}', { params: { path: { jobId } } }));
  if (job === undefined) {
    return (
      <>
        <PageHeader title={error === null ? null : jobWords.title} back={back} />
        {error === null ? (
          <LoadingState shape="lines" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  return <LoadedJob job={job} />;
}

function LoadedJob({ job }: { readonly job: Schema<'Job'> }): ReactNode {
  const navigate = useNavigate();
  const actions = useJobActions(() => void navigate('/jobs', { replace: true }));
  return (
    <>
      <PageHeader
        title={job.templateName}
        facts={<JobStatus job={job} />}
        back={back}
        actions={
          isActive(job) ? (
            <Button
              variant="default"
              leftSection={<IconBan size={16} aria-hidden />}
              onClick={() => actions.askToCancel(job)}
            >
              {jobWords.cancel}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => actions.askToRemove(job)}
              >
                {jobWords.remove}
              </Button>
              {hasArchive(job) ? (
                <Button
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={() => void actions.download(job).catch(notifyError)}
                >
                  {nameDownload(job)}
                </Button>
              ) : null}
            </>
          )
        }
      />
      <Stack gap="lg">
        <Progress job={job} />
        {isExpired(job) ? (
          <Alert role="note" color="gray" variant="light" icon={<IconInfoCircle size={18} aria-hidden />}>
            {words.archive.expiredDetail}
          </Alert>
        ) : null}
        <JobFacts job={job} />
        <JobRows job={job} />
      </Stack>
      {actions.dialog}
    </>
  );
}

function Progress({ job }: { readonly job: Schema<'Job'> }): ReactNode {
  const { status, processedItems, totalItems, failedItems, templateId } = job;
  const { error } = useQuery(read('/templates/{templateId}', { params: { path: { templateId } } }));
  const isGone = error?.status === 404;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text size="sm" role="status">
            {status === 'PENDING'
              ? words.waiting
              : status === 'PROCESSING'
                ? words.running(formatNumber(processedItems), formatNumber(totalItems))
                : words.ended[status]}{' '}
            {failedItems > 0 ? words.someFailed(failedItems) : null}
          </Text>
          {isGone ? (
            <Text size="sm" c="dimmed">
              {words.deletedTemplate}
            </Text>
          ) : (
            <Anchor component={Link} to={`/templates/${templateId}`} size="sm">
              {words.openTemplate}
            </Anchor>
          )}
        </Group>
        <ProgressBar job={job} label={jobWords.progressOf(job.templateName)} size="lg" />
        {failedItems > 0 && !isActive(job) && !isGone ? (
          <Group gap="sm">
            <Button
              component={Link}
              to={`/templates/${templateId}/batch?from=${job.jobId}`}
              variant="default"
              size="xs"
            >
              {words.again}
            </Button>
            <Text size="xs" c="dimmed">
              {words.againHint}
            </Text>
          </Group>
        ) : null}
      </Stack>
    </Paper>
  );
}

/** Whether files were made, and their archive is gone. */
function isExpired(job: Schema<'Job'>): boolean {
  return job.status === 'COMPLETED' && job.completedItems > 0 && !hasArchive(job);
}
