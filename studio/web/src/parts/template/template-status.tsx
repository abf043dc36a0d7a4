import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { formatCount } from '../../formats.ts';
import { templateWords as words } from '../../words/templates.ts';
import { Status } from '../status.tsx';

interface TemplateStatusProps {
  readonly template: Pick<Schema<'TemplateSummary'>, 'version' | 'draft'>;
}

/** Whether a template is published, a draft, or both. */
export function TemplateStatus({ template: { version, draft } }: TemplateStatusProps): ReactNode {
  if (draft === null) {
    return version === null ? null : <Status tone="good">{words.publishedVersion(version)}</Status>;
  }
  const state = version === null ? words.draft : words.unpublishedChanges(version);
  if (draft.problemCount === 0) {
    return (
      <Status tone={version === null ? 'neutral' : 'attention'} canWrap>
        {state}
      </Status>
    );
  }
  const problems = formatCount(draft.problemCount, words.problem.one, words.problem.many);
  return <Status tone="bad" canWrap>{`${state}, ${problems}`}</Status>;
}
