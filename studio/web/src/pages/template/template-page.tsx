import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, NavLink, Outlet, useNavigate, useParams } from 'react-router';
import { IconFileOff, IconPencil, IconStack2 } from '../../generated/icons.ts';
import { read, type Schema } from '../../api/client.ts';
import { ApiError } from '../../api/problem.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { formatPageSize } from '../../parts/template/page-size.ts';
import { SharingText } from '../../parts/template/sharing-mark.tsx';
import { TemplateMenu } from '../../parts/template/template-menu.tsx';
import { TemplateStatus } from '../../parts/template/template-status.tsx';
import { imageUrlWords } from '../../words/image-url.ts';
import { templatePageWords as words } from '../../words/template.ts';
import { DraftBar } from './draft-bar.tsx';
import classes from './template-page.module.css';

const tabs: readonly { readonly to: string; readonly label: string }[] = [
  { to: '', label: words.tabs.tryIt },
  { to: 'use', label: words.tabs.useIt },
  { to: 'image-url', label: imageUrlWords.tab },
  { to: 'versions', label: words.tabs.versions },
  { to: 'jobs', label: words.tabs.jobs },
  { to: 'links', label: words.tabs.links },
  { to: 'files', label: words.tabs.files },
];

/** The frame of a template's pages: its name, its draft, and the way to its parts. */
export function TemplatePage(): ReactNode {
  const { templateId = '' } = useParams();
  const {
    data: template,
    error,
    refetch,
  } = useQuery(read('/templates/{templateId}', { params: { path: { templateId } } }));
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (isGone) return <Gone />;
  const isFailed = template === undefined && error !== null;
  return (
    <>
      <PageHeader
        title={template?.name ?? (isFailed ? words.sections : null)}
        back={{ to: '/', name: words.back }}
        facts={template === undefined ? undefined : <Facts template={template} />}
        description={
          template === undefined || template.description === '' ? undefined : (
            <span dir="auto">{template.description}</span>
          )
        }
        actions={template === undefined ? undefined : <Actions template={template} />}
      />
      {isFailed ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {template === undefined ? (
        isFailed ? null : (
          <LoadingState shape="lines" count={8} />
        )
      ) : (
        <>
          <DraftBar template={template} key={templateId} />
          <nav className={classes.tabs} aria-label={words.sections}>
            {tabs.map(({ to, label }) => (
              <NavLink key={to} to={to} end={to === ''} className={classes.tab ?? ''} data-text={label}>
                {label}
              </NavLink>
            ))}
          </nav>
          <Outlet context={template} key={templateId} />
        </>
      )}
    </>
  );
}

function Facts({ template }: { readonly template: Schema<'Template'> }): ReactNode {
  const { page, projectId, projectName } = template;
  return (
    <div className={classes.facts}>
      <TemplateStatus template={template} />
      {page === null ? null : (
        <Text span size="sm" c="dimmed">
          {formatPageSize(page)}
        </Text>
      )}
      {projectName === '' ? null : (
        <Text span size="sm" c="dimmed">
          <Link to={`/?project=${projectId}`} dir="auto" className={classes.project}>
            {projectName}
          </Link>
        </Text>
      )}
      <SharingText shown={template} />
    </div>
  );
}

function Actions({ template }: { readonly template: Schema<'Template'> }): ReactNode {
  const navigate = useNavigate();
  return (
    <>
      <Button
        component={Link}
        to={`/templates/${template.id}/design`}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {words.design}
      </Button>
      {template.version === null ? null : (
        <Button
          component={Link}
          to={`/templates/${template.id}/batch`}
          variant="default"
          leftSection={<IconStack2 size={16} aria-hidden />}
        >
          {words.batch}
        </Button>
      )}
      <TemplateMenu template={template} variant="default" onDeleted={() => void navigate('/')} />
    </>
  );
}

function Gone(): ReactNode {
  return (
    <>
      <PageHeader title={words.gone.title} back={{ to: '/', name: words.back }} />
      <EmptyState
        icon={IconFileOff}
        title={words.gone.title}
        action={
          <Button component={Link} to="/" variant="default">
            {words.gone.action}
          </Button>
        }
      >
        {words.gone.detail}
      </EmptyState>
    </>
  );
}
