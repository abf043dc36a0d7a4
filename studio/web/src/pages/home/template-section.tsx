import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconFolderOpen, IconPhotoPlus, IconSearchOff } from '../../generated/icons.ts';
import { read } from '../../api/client.ts';
import { formatNumber } from '../../formats.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { homeWords as words } from '../../words/home.ts';
import type { HomeView } from './home-search.ts';
import classes from './home.module.css';
import { TemplateCard } from './template-card.tsx';

interface TemplateSectionProps {
  readonly view: HomeView;
  readonly onChange: (change: Partial<HomeView>) => void;
}

const size = 24;

/** The templates that fit search and project. */
export function TemplateSection({ view, onChange }: TemplateSectionProps): ReactNode {
  const { search, projectId, sort, page } = view;
  const query = {
    page,
    size,
    ...(search === '' ? {} : { search }),
    ...(projectId === null ? {} : { projectId }),
    ...(sort === 'UPDATED' ? {} : { sort }),
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read('/templates', { params: { query } }),
    placeholderData: keepPreviousData,
  });
  const turn = (next: number) => {
    onChange({ page: next });
    window.scrollTo({ top: 0 });
  };
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState shape="cards" count={8} />;
  const { totalElements } = data.pagination;
  if (totalElements === 0) return <NoTemplates view={view} onChange={onChange} />;
  return (
    <section aria-labelledby="templates" aria-busy={isPlaceholderData}>
      <div className={classes.sectionHead}>
        <Title order={2} id="templates">
          {words.templates}
        </Title>
        <Text span size="sm" className={classes.count} role="status">
          {formatNumber(totalElements)}
        </Text>
      </div>
      {data.data.length === 0 ? (
        <EmptyState
          icon={IconFolderOpen}
          title={words.pastTheEnd.title}
          action={
            <Button variant="default" onClick={() => turn(0)}>
              {words.pastTheEnd.action}
            </Button>
          }
        >
          {words.pastTheEnd.detail}
        </EmptyState>
      ) : (
        <ul className={classes.grid} aria-label={words.templates}>
          {data.data.map((template) => (
            <TemplateCard key={template.id} template={template} showsProject={projectId === null} />
          ))}
        </ul>
      )}
      <Pagination pagination={data.pagination} onPage={turn} />
    </section>
  );
}

function NoTemplates({ view, onChange }: TemplateSectionProps): ReactNode {
  const { search, projectId } = view;
  if (search !== '') {
    return (
      <EmptyState
        icon={IconSearchOff}
        title={words.nothing.title(search)}
        action={
          <Button variant="default" onClick={() => onChange({ search: '' })}>
            {words.clearSearch}
          </Button>
        }
      >
        {words.nothing.detail}
        {projectId === null ? null : (
          <div>
            {words.nothing.inProject}{' '}
            <Anchor component="button" type="button" onClick={() => onChange({ projectId: null })}>
              {words.nothing.everywhere}
            </Anchor>
          </div>
        )}
      </EmptyState>
    );
  }
  const start = projectId === null ? '' : `&project=${projectId}`;
  if (projectId !== null) {
    return (
      <EmptyState
        icon={IconFolderOpen}
        title={words.emptyProject.title}
        action={
          <Button component={Link} to={`/new?from=sample${start}`}>
            {words.emptyProject.start}
          </Button>
        }
      >
        {words.emptyProject.detail}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconPhotoPlus}
      title={words.first.title}
      action={
        <Group gap="xs" justify="center">
          <Button component={Link} to="/new?from=import" variant="default">
            {words.first.import}
          </Button>
          <Button component={Link} to="/new?from=sample">
            {words.first.samples}
          </Button>
        </Group>
      }
    >
      {words.first.detail}
    </EmptyState>
  );
}
