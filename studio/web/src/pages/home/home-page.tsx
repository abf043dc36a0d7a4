import { ActionIcon, Button, Select, Text, TextInput } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { IconFolderPlus, IconPlus, IconSearch, IconUsers, IconX } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProjectSelect } from '../../parts/template/project-select.tsx';
import { useProject } from '../../parts/template/use-project.ts';
import { homeWords as words } from '../../words/home.ts';
import { templateWords } from '../../words/templates.ts';
import { useHomeView, useSearchText } from './home-search.ts';
import classes from './home.module.css';
import { ProjectForm } from './project-dialogs.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { ProjectSection } from './project-section.tsx';
import { TemplateSection } from './template-section.tsx';

/** Projects and templates: what a person sees first. */
export function HomePage(): ReactNode {
  const [view, setView] = useHomeView();
  const { search, projectId, sort, projectsPage } = view;
  const [text, setText] = useSearchText(search, (next) => setView({ search: next }, { replace: true }));
  const [isCreating, setCreating] = useState(false);
  const project = useProject(projectId);
  const navigate = useNavigate();
  const shown = project.data ?? null;
  const isInProject = projectId !== null;
  const start = isInProject ? `/new?project=${projectId}` : '/new';

  return (
    <>
      <PageHeader
        title={isInProject ? projectTitle(project.data, project.isError) : words.title}
        {...(isInProject ? { back: { to: '/', name: words.back } } : {})}
        description={shown === null || shown.description === '' ? undefined : <ProjectText project={shown} />}
        facts={shown?.visibility === 'SHARED' ? <SharedBy project={shown} /> : null}
        actions={
          <>
            {shown === null ? null : (
              <ProjectMenu project={shown} onDeleted={() => void navigate('/')} variant="default" />
            )}
            <Button
              variant="default"
              leftSection={<IconFolderPlus size={16} aria-hidden />}
              onClick={() => setCreating(true)}
            >
              {words.newProject}
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void navigate(start)}>
              {words.newTemplate}
            </Button>
          </>
        }
      />
      <search className={classes.toolbar}>
        <TextInput
          type="search"
          aria-label={isInProject ? words.searchProject : words.search}
          placeholder={isInProject ? words.searchProject : words.search}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          maxLength={200}
          dir="auto"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            text === '' ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={words.clearSearch}
                onClick={() => setText('')}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )
          }
        />
        <ProjectSelect
          // Another project in the address, by back or forward, is another choice.
          key={shown?.id ?? ''}
          label={words.filter}
          hidesLabel
          none={words.allProjects}
          value={shown}
          onChange={(next) => setView({ projectId: next?.id ?? null, projectsPage: null })}
        />
        <Select
          aria-label={words.sort}
          data={Object.entries(words.sorts).map(([value, label]) => ({ value, label }))}
          value={sort}
          onChange={(next) => setView({ sort: (next as typeof sort | null) ?? 'UPDATED' })}
          allowDeselect={false}
          comboboxProps={{ shadow: 'md' }}
        />
      </search>
      {project.error === null ? null : (
        <ErrorState error={project.error} onRetry={() => void project.refetch()} />
      )}
      {isInProject ? null : (
        <ProjectSection
          search={search}
          page={projectsPage}
          onPage={(page) => setView({ projectsPage: page })}
        />
      )}
      {project.data === null ? (
        <EmptyState
          icon={IconX}
          title={words.gone.title}
          action={
            <Button variant="default" onClick={() => setView({ projectId: null })}>
              {words.allProjects}
            </Button>
          }
        >
          {words.gone.detail}
        </EmptyState>
      ) : (
        <TemplateSection view={view} onChange={setView} />
      )}
      <Dropzone.FullScreen
        onDrop={([file]) =>
          void navigate(isInProject ? `${start}&from=import` : `${start}?from=import`, { state: { file } })
        }
        multiple={false}
        inputProps={{ 'aria-label': words.drop }}
      >
        <Text className={classes.drop} fw={600}>
          {words.drop}
        </Text>
      </Dropzone.FullScreen>
      {isCreating ? (
        <ProjectForm
          project={null}
          isOpen
          onClose={() => setCreating(false)}
          onCreated={({ id }) => setView({ projectId: id, search: '' })}
        />
      ) : null}
    </>
  );
}

/** Null: it is loading. */
function projectTitle(project: Schema<'Project'> | null | undefined, isFailed: boolean): string | null {
  return project === null ? words.gone.title : (project?.name ?? (isFailed ? words.filter : null));
}

function ProjectText({ project }: { readonly project: Schema<'Project'> }): ReactNode {
  return <span dir="auto">{project.description}</span>;
}

function SharedBy({ project }: { readonly project: Schema<'Project'> }): ReactNode {
  const label = project.isYours ? templateWords.shared : templateWords.sharedBy(project.owner.name);
  return (
    <span className={classes.facts}>
      <IconUsers size={16} aria-hidden />
      {label}
    </span>
  );
}
