import type { ReactNode } from 'react';
import { useAddress } from '../../parts/address.ts';
import { JobTable } from '../../parts/jobs/job-table.tsx';
import { LinkTable } from '../../parts/links/link-table.tsx';
import { useTemplate } from './template-context.ts';

/** The jobs of this template. */
export function JobsTab(): ReactNode {
  const { id } = useTemplate();
  const { page, setPage } = useAddress();
  return <JobTable templateId={id} isOfTemplate page={page} onPage={setPage} />;
}

/** The links of this template. */
export function LinksTab(): ReactNode {
  const { id } = useTemplate();
  const { page, setPage } = useAddress();
  return <LinkTable templateId={id} isOfTemplate page={page} onPage={setPage} />;
}
