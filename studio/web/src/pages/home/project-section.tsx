import { Button, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconFolder } from '../../generated/icons.ts';
import { read, type Schema } from '../../api/client.ts';
import { formatCount, formatNumber } from '../../formats.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { SharingIcon } from '../../parts/template/sharing-mark.tsx';
import { homeWords as words } from '../../words/home.ts';
import { templateWords } from '../../words/templates.ts';
import classes from './home.module.css';
import { ProjectMenu } from './project-menu.tsx';

interface ProjectSectionProps {
  readonly search: string;
  /** Null: only the first few. */
  readonly page: number | null;
  readonly onPage: (page: number | null) => void;
}

const few = 6;
const many = 24;

/** The projects that fit the search, the last changed first. Nothing where there are none. */
export function ProjectSection({ search, page, onPage }: ProjectSectionProps): ReactNode {
  const query = {
    page: page ?? 0,
    size: page === null ? few : many,
    ...(search === '' ? {} : { search }),
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read('/projects', { params: { query } }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState shape="lines" count={3} />;
  const { totalElements } = data.pagination;
  if (totalElements === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="projects">
      <div className={classes.sectionHead}>
        <Title order={2} id="projects">
          {words.projects}
        </Title>
        <Text span size="sm" className={classes.count}>
          {formatNumber(totalElements)}
        </Text>
        {totalElements > few ? (
          <Button variant="subtle" size="compact-sm" onClick={() => onPage(page === null ? 0 : null)}>
            {page === null ? words.showAllProjects(formatNumber(totalElements)) : words.showFewerProjects}
          </Button>
        ) : null}
      </div>
      <ul className={classes.projects} data-old={isPlaceholderData || undefined}>
        {data.data.map((project) => (
          <ProjectCard key={project.id} project={project} />
        ))}
      </ul>
      {page === null ? null : <Pagination pagination={data.pagination} onPage={onPage} />}
    </section>
  );
}

function ProjectCard({ project }: { readonly project: Schema<'Project'> }): ReactNode {
  const { id, name, templateCount } = project;
  return (
    <li className={classes.projectCard}>
      <IconFolder size={20} stroke={1.5} aria-hidden className={classes.folder} />
      <div className={classes.projectText}>
        <Link to={`/?project=${id}`} className={classes.link} dir="auto" title={name}>
          {name}
        </Link>
        <Text size="xs" c="dimmed" className={classes.facts}>
          {formatCount(templateCount, templateWords.template.one, templateWords.template.many)}
          <SharingIcon shown={project} />
        </Text>
      </div>
      <div className={classes.menu}>
        <ProjectMenu project={project} onDeleted={() => undefined} />
      </div>
    </li>
  );
}
