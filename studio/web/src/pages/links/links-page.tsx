import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconFilterOff, IconLinkOff } from '../../generated/icons.ts';
import { useSession } from '../../api/session.ts';
import { useAddress } from '../../parts/address.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LinkTable } from '../../parts/links/link-table.tsx';
import { NothingFound } from '../../parts/nothing-found.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { TemplateSelect } from '../../parts/template-select.tsx';
import { linkWords as words } from '../../words/links.ts';

/** All active links of the account. */
export function LinksPage(): ReactNode {
  const { limits, workspace } = useSession();
  const address = useAddress();
  const templateId = address.get('template');
  const clear = () => address.setFilters({ template: null });
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Group align="flex-end" gap="sm" mb="md">
        <TemplateSelect
          label={words.filters.template}
          placeholder={words.filters.anyTemplate}
          value={templateId}
          onChange={(template) => address.setFilters({ template })}
        />
        {templateId === null ? null : (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconFilterOff size={16} aria-hidden />}
            onClick={clear}
          >
            {words.filters.clear}
          </Button>
        )}
      </Group>
      <LinkTable
        page={address.page}
        onPage={address.setPage}
        {...(templateId === null
          ? limits.hasShareLinks
            ? {}
            : { empty: <NotOnPlan plan={workspace.plan} /> }
          : {
              templateId,
              empty: (
                <NothingFound
                  icon={IconLinkOff}
                  words={{ ...words.nothingFound, action: words.filters.clear }}
                  onClear={clear}
                />
              ),
            })}
      />
    </>
  );
}

/** Links that were made on an earlier plan are still listed. */
function NotOnPlan({ plan }: { readonly plan: string }): ReactNode {
  return (
    <EmptyState
      icon={IconLinkOff}
      title={words.notOnPlan.title}
      action={
        <Button component={Link} to="/" variant="default">
          {words.notOnPlan.action}
        </Button>
      }
    >
      {words.notOnPlan.detail(plan)}
    </EmptyState>
  );
}
