import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconPlus } from '../../generated/icons.ts';
import { pageWords as words } from '../../words/designer/pages.ts';
import { revealPage } from '../view/reveal.ts';
import classes from '../designer-page.module.css';
import { addPage } from '../model/changes/pages.ts';
import { pageInWork } from '../model/pages.ts';
import type { PageGroup } from '../model/template.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { PageList } from './page-list.tsx';
import list from './pages.module.css';

const noGroups: readonly PageGroup[] = [];

/** The pages under their heading, with the button that adds one. */
export function PagesSection(): ReactNode {
  const store = useDesignerStore();
  const pages = useDesigner(({ design }) => design.document.pages);
  const groups = useDesigner(({ design }) => design.document.pageGroups) ?? noGroups;
  const inWork = useDesigner(({ design }) => pageInWork(design.document));
  const add = () => {
    store.getState().change((design) => addPage(design, words.first));
    revealPage(store);
  };
  return (
    <section
      aria-labelledby="pages-heading"
      className={list.section}
      {...(pages === undefined ? {} : { 'data-panel': true })}
    >
      <div className={list.head}>
        <h2 id="pages-heading" className={classes.heading}>
          {words.region}
        </h2>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={words.add} onClick={add}>
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </div>
      {pages === undefined ? null : <PageList pages={pages} groups={groups} inWork={inWork} />}
    </section>
  );
}
