import { ActionIcon, Anchor, Button, Menu, Tooltip } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconBan, IconDotsVertical, IconDownload, IconStack2, IconTrash } from '../../generated/icons.ts';
import { read, type Schema } from '../../api/client.ts';
import { formatAgo, formatDateTime } from '../../formats.ts';
import { jobWords as words } from '../../words/jobs.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { LoadingState } from '../loading-state.tsx';
import { notifyError } from '../notify.tsx';
import { isMissingPage, MissingPage, Pagination } from '../pagination.tsx';
import { useJobActions, type JobActions } from './job-actions.tsx';
import { JobProgress } from './job-progress.tsx';
import { hasArchive, isActive, JobStatus, nameDownload } from './job-status.tsx';
import classes from './jobs.module.css';

type Job = Schema<'Job'>;

interface JobTableProps {
  /** Only jobs of this template. */
  readonly templateId?: string;
  /** Whether the page is about this template: its name is not shown then. */
  readonly isOfTemplate?: boolean;
  readonly statuses?: readonly Schema<'JobStatus'>[];
  readonly source?: Schema<'JobOrigin'>;
  /** Where the page keeps it in its address. Otherwise the table keeps it. */
  readonly page?: number;
  readonly onPage?: (page: number) => void;
  readonly size?: number;
  /** Instead of the table if there are no jobs. */
  readonly empty?: ReactNode;
}

/** Jobs, newest first, with progress and what can be done with them. Current through live events. */
export function JobTable(props: JobTableProps): ReactNode {
  const { templateId, isOfTemplate = false, statuses = [], source, size = 20, empty } = props;
  const [ownPage, setOwnPage] = useState(0);
  const { page = ownPage, onPage = setOwnPage } = props;
  const actions = useJobActions(() => {
    // The last one of a page.
    if (data?.data.length === 1 && page > 0) onPage(page - 1);
  });
  const query = {
    page,
    size,
    ...(templateId === undefined ? {} : { templateId }),
    ...(statuses.length === 0 ? {} : { status: [...statuses] }),
    ...(source === undefined ? {} : { source }),
  };
  const { data, error, refetch } = useQuery({
    ...read('/batch-jobs', { params: { query } }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) {
    return error === null ? (
      <LoadingState shape="table" />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  if (isMissingPage(data.pagination)) return <MissingPage pagination={data.pagination} onPage={onPage} />;
  if (data.data.length === 0) return empty ?? <NoJobs templateId={templateId} />;
  return (
    <>
      <DataTable
        caption={words.caption}
        columns={isOfTemplate ? ofTemplate(columns(actions)) : columns(actions)}
        rows={data.data}
        rowKey={({ jobId }) => jobId}
      />
      <Pagination pagination={data.pagination} onPage={onPage} />
      {actions.dialog}
    </>
  );
}

function columns(actions: JobActions): Column<Job>[] {
  return [
    {
      key: 'template',
      label: words.columns.template,
      render: ({ jobId, templateName }) => (
        <Anchor component={Link} to={`/jobs/${jobId}`} fw={600} size="sm" dir="auto" className={classes.link}>
          {templateName}
        </Anchor>
      ),
    },
    { key: 'status', label: words.columns.status, render: (job) => <JobStatus job={job} />, width: 130 },
    {
      key: 'progress',
      label: words.columns.progress,
      render: (job) => <JobProgress job={job} />,
      width: 210,
    },
    { key: 'format', label: words.columns.format, render: ({ format }) => words.formats[format], width: 80 },
    { key: 'source', label: words.columns.source, render: (job) => <Source job={job} /> },
    {
      key: 'created',
      label: words.columns.created,
      render: ({ createdAt }) => <When date={createdAt} />,
      width: 140,
    },
    {
      key: 'actions',
      label: words.columns.actions,
      render: (job) => <RowActions job={job} actions={actions} />,
      isActions: true,
      width: 90,
    },
  ];
}

/** For the page of a template: the date names the job. */
function ofTemplate(all: readonly Column<Job>[]): Column<Job>[] {
  const first: Column<Job> = {
    key: 'created',
    label: words.columns.created,
    render: ({ jobId, createdAt }) => (
      <Anchor component={Link} to={`/jobs/${jobId}`} fw={600} size="sm">
        {formatDateTime(createdAt)}
      </Anchor>
    ),
  };
  return [first, ...all.filter(({ key }) => key !== 'template' && key !== 'created')];
}

/** Where a job came from. */
export function Source({ job: { origin, apiKeyName } }: { readonly job: Job }): ReactNode {
  if (origin === 'DESIGNER') return words.sources.DESIGNER;
  return <span dir="auto">{apiKeyName === null ? words.deletedKey : words.keyNamed(apiKeyName)}</span>;
}

/** `5 minutes ago`, with the exact time on demand. */
function When({ date }: { readonly date: string }): ReactNode {
  return (
    <time dateTime={date} title={formatDateTime(date)}>
      {formatAgo(date)}
    </time>
  );
}

function RowActions({ job, actions }: { readonly job: Job; readonly actions: JobActions }): ReactNode {
  const label = words.actionsOf(job.templateName, formatDateTime(job.createdAt));
  return (
    <span className={classes.actions}>
      {hasArchive(job) ? (
        <Tooltip label={nameDownload(job)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${nameDownload(job)}: ${job.templateName}`}
            onClick={() => void actions.download(job).catch(notifyError)}
          >
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={label}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isActive(job) ? (
            <Menu.Item
              leftSection={<IconBan size={16} aria-hidden />}
              onClick={() => actions.askToCancel(job)}
            >
              {words.cancel}
            </Menu.Item>
          ) : (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => actions.askToRemove(job)}
            >
              {words.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

function NoJobs({ templateId }: { readonly templateId: string | undefined }): ReactNode {
  const { title, detail, action } = templateId === undefined ? words.empty : words.emptyForTemplate;
  return (
    <EmptyState
      icon={IconStack2}
      title={title}
      action={
        <Button
          component={Link}
          to={templateId === undefined ? '/' : `/templates/${templateId}/batch`}
          variant="default"
        >
          {action}
        </Button>
      }
    >
      {detail}
    </EmptyState>
  );
}
