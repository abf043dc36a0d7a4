import { Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconLock, IconUsers } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { templateWords } from '../../words/templates.ts';
import classes from './template.module.css';

type Shown = Pick<Schema<'TemplateSummary'>, 'visibility' | 'owner' | 'isYours'>;

function describe({ visibility, owner, isYours }: Shown): string {
  if (visibility === 'PRIVATE') return templateWords.private;
  return isYours ? templateWords.shared : templateWords.sharedBy(owner.name);
}

/** Who sees a template or a project, as an icon. */
export function SharingIcon({ shown }: { readonly shown: Shown }): ReactNode {
  const label = describe(shown);
  const Icon = shown.visibility === 'PRIVATE' ? IconLock : IconUsers;
  return (
    <Tooltip label={label}>
      <Icon size={14} role="img" aria-label={label} className={classes.sharingIcon} />
    </Tooltip>
  );
}

/** Who sees a template, in words. */
export function SharingText({ shown }: { readonly shown: Shown }): ReactNode {
  const Icon = shown.visibility === 'PRIVATE' ? IconLock : IconUsers;
  return (
    <Text span size="sm" c="dimmed" className={classes.sharingText}>
      <Icon size={14} aria-hidden />
      {describe(shown)}
    </Text>
  );
}
