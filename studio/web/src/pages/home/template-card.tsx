import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Schema } from '../../api/client.ts';
import { formatAgo, formatDateTime } from '../../formats.ts';
import { formatPageSize } from '../../parts/template/page-size.ts';
import { SharingIcon } from '../../parts/template/sharing-mark.tsx';
import { TemplateMenu } from '../../parts/template/template-menu.tsx';
import { TemplateStatus } from '../../parts/template/template-status.tsx';
import { Thumbnail } from '../../parts/template/thumbnail.tsx';
import { homeWords as words } from '../../words/home.ts';
import classes from './home.module.css';

interface TemplateCardProps {
  readonly template: Schema<'TemplateSummary'>;
  /** Says which project it is in. */
  readonly showsProject: boolean;
}

/** A template as a picture with its name. All of it is one link; the menu is beside the name. */
export function TemplateCard({ template, showsProject }: TemplateCardProps): ReactNode {
  const { id, name, page, thumbnail, projectName, updatedAt } = template;
  return (
    <li className={classes.card}>
      <Thumbnail source={thumbnail} page={page} label="" />
      <div className={classes.body}>
        <div className={classes.head}>
          <Link to={`/templates/${id}`} className={classes.link} dir="auto" title={name}>
            {name}
          </Link>
          <div className={classes.menu}>
            <TemplateMenu template={template} canOpen />
          </div>
        </div>
        <TemplateStatus template={template} />
        <Text size="xs" c="dimmed" className={classes.facts}>
          <SharingIcon shown={template} />
          {showsProject && projectName !== '' ? (
            <>
              <span className={classes.project} dir="auto">
                {projectName}
              </span>
              <span aria-hidden>·</span>
            </>
          ) : null}
          {page === null ? null : <span className={classes.size}>{formatPageSize(page)}</span>}
        </Text>
        <Text size="xs" c="dimmed" component="time" dateTime={updatedAt} title={formatDateTime(updatedAt)}>
          {words.edited(formatAgo(updatedAt))}
        </Text>
      </div>
    </li>
  );
}
