import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, data, read, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { templateWords as words } from '../../words/templates.ts';
import { notifyError } from '../notify.tsx';

/** What forms need of a project. */
export interface ProjectChoice {
  /** Null while the service creates the project: the form cannot be sent yet. */
  readonly id: string | null;
  readonly name: string;
}

interface ProjectSelectProps {
  readonly label: string;
  readonly value: ProjectChoice | null;
  readonly onChange: (project: ProjectChoice | null) => void;
  /** Offers to create a project of the name that was typed. */
  readonly canCreate?: boolean;
  /** What no choice means, such as "All projects". Without it, one has to be chosen. */
  readonly none?: string;
  readonly hidesLabel?: boolean;
  readonly error?: string | undefined;
  readonly width?: number;
}

type ListedProject = Pick<Schema<'Project'>, 'id' | 'name'>;

const newProject = 'new';
const shown = 50;

/** A choice of project that searches on the service: there may be thousands. */
export function ProjectSelect(props: ProjectSelectProps): ReactNode {
  const { label, value, onChange, canCreate = false, none, hidesLabel = false, error, width } = props;
  const [typed, setTyped] = useState(value?.name ?? '');
  const isSearch = typed !== (value?.name ?? '');
  const [search] = useDebouncedValue(isSearch ? typed.trim() : '', 200);
  const query = { size: shown, ...(search === '' ? {} : { search }) };
  const { data: found } = useQuery({
    ...read('/projects', { params: { query } }),
    placeholderData: keepPreviousData,
  });
  const create = useChange((name: string) => data(api.POST('/projects', { body: { name } })), ['/projects']);

  const projects: readonly ListedProject[] = found?.data ?? [];
  const chosen = value?.id == null ? null : { id: value.id, name: value.name };
  const isListed = chosen === null || projects.some(({ id }) => id === chosen.id);
  const choices = isListed || isSearch ? projects : [chosen, ...projects];
  const name = isSearch ? typed.trim() : '';
  const isNew = canCreate && name !== '' && !choices.some((project) => project.name === name);
  const options = [
    ...choices.map((project) => ({ value: project.id, label: project.name })),
    ...(isNew ? [{ value: newProject, label: words.createProject(name) }] : []),
  ];
  // The chosen one must be among the options, or its name is not shown.
  if (chosen !== null && !options.some((option) => option.value === chosen.id)) {
    options.push({ value: chosen.id, label: chosen.name });
  }
  const choose = (id: string | null) => {
    if (id === newProject) {
      onChange({ id: null, name });
      setTyped(name);
      create.mutate(name, {
        onSuccess: onChange,
        onError: (failure) => {
          onChange(value);
          setTyped(value?.name ?? '');
          notifyError(failure);
        },
      });
      return;
    }
    const project = options.find((option) => option.value === id);
    onChange(project === undefined ? null : { id: project.value, name: project.label });
    setTyped(project?.label ?? '');
  };
  return (
    <Select
      {...(hidesLabel ? { 'aria-label': label } : { label })}
      {...(width === undefined ? {} : { w: width })}
      placeholder={none ?? words.chooseProject}
      data={options}
      filter={({ options: all }) => all}
      value={chosen?.id ?? null}
      onChange={choose}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onBlur={() => setTyped(value?.name ?? '')}
      clearable={none !== undefined}
      clearButtonProps={{ 'aria-label': none ?? '' }}
      allowDeselect={false}
      nothingFoundMessage={words.noProjects}
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
      error={error}
      disabled={create.isPending}
      dir="auto"
    />
  );
}
