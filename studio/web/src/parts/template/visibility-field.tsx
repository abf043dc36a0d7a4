import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { templateWords } from '../../words/templates.ts';
import { useProject } from './use-project.ts';

const words = templateWords.newVisibility;

type Visibility = Schema<'Visibility'>;

interface VisibilityFieldProps {
  /** Where the template goes; null: into a private project that does not exist yet. */
  readonly projectId: string | null;
  /** Null: nobody has chosen, and the project decides. */
  readonly value: Visibility | null;
  readonly onChange: (visibility: Visibility) => void;
}

/** Says who will see a new template, and changes it. Without a choice, the same people as its project. */
export function VisibilityField({ projectId, value, onChange }: VisibilityFieldProps): ReactNode {
  const { data: project } = useProject(projectId);
  const isShared = (value ?? project?.visibility) === 'SHARED';
  return (
    <Switch
      label={words.label}
      description={isShared ? words.shared : words.private}
      checked={isShared}
      disabled={projectId !== null && project === undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'SHARED' : 'PRIVATE')}
    />
  );
}
