import { Button, Group, MultiSelect, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconFilterOff } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { useAddress } from '../../parts/address.ts';
import { JobTable } from '../../parts/jobs/job-table.tsx';
import { NothingFound } from '../../parts/nothing-found.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { TemplateSelect } from '../../parts/template-select.tsx';
import { jobWords as words } from '../../words/jobs.ts';

type Status = Schema<'JobStatus'>;
type Origin = Schema<'JobOrigin'>;

const statuses = Object.entries(words.statuses).map(([value, label]) => ({ value, label }));
const sources = Object.entries(words.sources).map(([value, label]) => ({ value, label }));

/** All jobs of the account, with filters in the address. */
export function JobsPage(): ReactNode {
  const address = useAddress();
  const chosen = address.getAll('status').filter((each): each is Status => each in words.statuses);
  const given = address.get('source');
  const source = given !== null && given in words.sources ? (given as Origin) : null;
  const templateId = address.get('template');
  const isFiltered = chosen.length > 0 || source !== null || templateId !== null;
  const clear = () => address.setFilters({ status: null, source: null, template: null });
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Group component="search" aria-label={words.filters.label} align="flex-end" gap="sm" mb="md">
        <TemplateSelect
          label={words.filters.template}
          placeholder={words.filters.anyTemplate}
          value={templateId}
          onChange={(template) => address.setFilters({ template })}
        />
        <MultiSelect
          label={words.filters.status}
          placeholder={chosen.length === 0 ? words.filters.all : ''}
          data={statuses}
          value={chosen}
          onChange={(status) => address.setFilters({ status })}
          clearable
          clearButtonProps={{ 'aria-label': words.filters.clear }}
          miw={{ base: '100%', xs: 200 }}
          maw={{ base: '100%', xs: 420 }}
        />
        <Select
          label={words.filters.source}
          placeholder={words.filters.all}
          data={sources}
          value={source}
          onChange={(next) => address.setFilters({ source: next })}
          clearable
          clearButtonProps={{ 'aria-label': words.filters.clear }}
          w={{ base: '100%', xs: 150 }}
        />
        {isFiltered ? (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconFilterOff size={16} aria-hidden />}
            onClick={clear}
          >
            {words.filters.clear}
          </Button>
        ) : null}
      </Group>
      <JobTable
        statuses={chosen}
        page={address.page}
        onPage={address.setPage}
        {...(templateId === null ? {} : { templateId: templateId })}
        {...(source === null ? {} : { source })}
        {...(isFiltered
          ? {
              empty: (
                <NothingFound
                  icon={IconFilterOff}
                  words={{ ...words.nothingFound, action: words.filters.clear }}
                  onClear={clear}
                />
              ),
            }
          : {})}
      />
    </>
  );
}
