import type { ReactNode } from 'react';
import { PageHeader } from '../../parts/page-header.tsx';
import { keyWords } from '../../words/keys.ts';
import { ApiKeys } from './api-keys.tsx';
import { UrlKeys } from './url-keys/url-keys.tsx';

/** API keys, and the keys that sign image URLs. */
export function KeysPage(): ReactNode {
  return (
    <>
      <PageHeader title={keyWords.page.title} description={keyWords.page.description} />
      <ApiKeys />
      <UrlKeys />
    </>
  );
}
