import { draftPaths } from '../../parts/template/changes.ts';
import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconUserEdit } from '../../generated/icons.ts';
import { api, data, type Schema } from '../../api/client.ts';
import type { ApiError } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { formatAgo, formatCount } from '../../formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { useDraft } from '../../parts/template/draft.ts';
import { ProblemList } from '../../parts/template/problem-list.tsx';
import { refusedProblems } from '../../parts/template/refused-problems.ts';
import { templatePageWords } from '../../words/template.ts';
import classes from './template-page.module.css';

const words = templatePageWords.draft;

/** Says that there is a draft, and what is wrong with it; publishes or discards it. */
export function DraftBar({ template }: { readonly template: Schema<'Template'> }): ReactNode {
  const { id, version, draft: summary } = template;
  const { data: tagged, error: readError, refetch } = useDraft(id, summary !== null);
  const [isDiscarding, setDiscarding] = useState(false);
  const params = { path: { templateId: id }, header: { 'If-Match': tagged?.etag ?? '' } };
  const publish = useChange(
    () => data(api.POST('/templates/{templateId}/draft/publish', { params })),
    draftPaths,
    {
      onSuccess: ({ number }) => notifyDone(words.published(number)),
      onError: (error) => {
        // Somebody changed it: what is shown must be what is decided about.
        if (error.status === 412 || error.code === 'NO_DRAFT') void refetch();
      },
    },
  );
  const discard = useChange(() => api.DELETE('/templates/{templateId}/draft', { params }), draftPaths, {
    onSuccess: () => notifyDone(words.discardDialog.done),
    onError: (error) => {
      if (error.status === 412) void refetch();
    },
  });
  if (summary === null) return null;
  const problems = refusedProblems(publish.error) ?? tagged?.draft.problems ?? [];
  return (
    <Paper component="section" aria-label={words.region} className={classes.draft} withBorder>
      <Group justify="space-between" gap="sm" align="flex-start">
        <div className={classes.draftText}>
          <Text fw={600}>{version === null ? words.first : words.changed}</Text>
          <Text size="sm" c="dimmed">
            {version === null ? words.firstDetail : words.changedDetail(version)} <Saved draft={summary} />
          </Text>
        </div>
        <Group gap="xs">
          {version === null ? null : (
            <>
              <Button
                variant="subtle"
                component={Link}
                to={`/templates/${id}/versions?compare=${version},draft`}
              >
                {words.compare}
              </Button>
              <Button variant="default" onClick={() => setDiscarding(true)}>
                {words.discard}
              </Button>
            </>
          )}
          <Button
            onClick={() => publish.mutate()}
            loading={publish.isPending}
            disabled={tagged === undefined}
          >
            {words.publish}
          </Button>
        </Group>
      </Group>
      {readError === null ? null : <ErrorState error={readError} onRetry={() => void refetch()} />}
      <Conflict error={publish.error ?? discard.error} />
      {problems.length === 0 ? null : (
        <Alert
          color="red"
          role={refusedProblems(publish.error) === null ? 'note' : 'alert'}
          title={words.problems(formatCount(problems.length, words.problem.one, words.problem.many))}
          mt="sm"
        >
          <ProblemList problems={problems} />
        </Alert>
      )}
      {version === null ? null : (
        <ConfirmDialog
          isOpen={isDiscarding}
          title={words.discardDialog.title}
          confirm={words.discardDialog.confirm}
          isDangerous
          onConfirm={() => discard.mutateAsync()}
          onClose={() => setDiscarding(false)}
        >
          {words.discardDialog.detail(version)}
        </ConfirmDialog>
      )}
    </Paper>
  );
}

function Saved({ draft }: { readonly draft: Schema<'DraftSummary'> }): ReactNode {
  const when = formatAgo(draft.savedAt);
  return draft.savedBy === null ? words.savedByNobody(when) : words.saved(draft.savedBy.name, when);
}

/** Why publishing or discarding failed, other than by problems of the document. */
function Conflict({ error }: { readonly error: ApiError | null }): ReactNode {
  if (error === null || refusedProblems(error) !== null) return null;
  if (error.status !== 412) return <ErrorState error={error} />;
  const { savedAt, savedBy } = error.problem as Partial<Schema<'DraftChangedProblem'>>;
  const who = savedBy?.name ?? words.somebody;
  const when = savedAt == null ? words.meanwhile : formatAgo(savedAt);
  return (
    <Alert
      role="alert"
      color="yellow"
      title={words.conflict(who, when)}
      icon={<IconUserEdit size={18} aria-hidden />}
      mt="sm"
    >
      {words.conflictDetail}
    </Alert>
  );
}
