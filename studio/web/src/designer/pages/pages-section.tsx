import { ActionIcon } from '@mantine/core';
import { memo, useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { IconPlus } from '../../generated/icons.ts';
import { announce } from '../../shell/announcements.tsx';
import { pageWords as words } from '../../words/designer/pages.ts';
import { revealPage, workOnPage } from '../view/reveal.ts';
import classes from '../designer-page.module.css';
import { layerType } from '../layers/layers-panel.tsx';
import { addPage, duplicatePage, movePage, moveToPage, removePage } from '../model/changes/pages.ts';
import { select, type Design } from '../model/design.ts';
import { pageInWork } from '../model/pages.ts';
import { nameOfPage } from '../model/place-pages.ts';
import type { PageEntry } from '../model/template.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { PageRow, type PageAction } from './page-row.tsx';
import list from './pages.module.css';

/** The pages under their heading, with the button that adds one. */
export function PagesSection(): ReactNode {
  const store = useDesignerStore();
  const pages = useDesigner(({ design }) => design.document.pages);
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
      {pages === undefined ? null : <PageList pages={pages} inWork={inWork} />}
    </section>
  );
}

/** What the pages of a list carry when they are dragged. */
const pageType = 'application/x-platen-page';

interface PageListProps {
  readonly pages: readonly PageEntry[];
  readonly inWork: number;
}

/** A list of buttons. Arrows go through it, with alt they move a page; F2 renames, Delete deletes. */
const PageList = memo(function PageList({ pages, inWork }: PageListProps): ReactNode {
  const store = useDesignerStore();
  const root = useRef<HTMLUListElement>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const focus = (index: number) =>
    root.current?.querySelectorAll<HTMLElement>('[data-page-row]')[index]?.focus();
  /** After React has shown the pages in their order. */
  const focusSoon = (index: number) => requestAnimationFrame(() => focus(index));
  const change = (command: (design: Design) => Design) => {
    store.getState().change(command);
    revealPage(store);
  };
  const move = (index: number, to: number) => {
    const page = pages[index];
    if (page === undefined || to < 0 || to >= pages.length || to === index) return;
    change((design) => movePage(design, index, to));
    announce(words.moved(nameOfPage(page), to + 1));
    focusSoon(to);
  };
  const act = (action: PageAction, index: number) => {
    const page = pages[index]!;
    if (action === 'open') workOnPage(store, index);
    else if (action === 'rename') setRenamed(page.id);
    else if (action === 'duplicate') change((design) => duplicatePage(design, index, words.first));
    else if (action === 'earlier') move(index, index - 1);
    else if (action === 'later') move(index, index + 1);
    else if (pages.length > 1) {
      change((design) => removePage(design, index));
      announce(words.removed(nameOfPage(page)));
      focusSoon(Math.min(index, pages.length - 2));
    }
  };
  const pressKey = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest('[data-page-row]');
    if (row === null || event.target !== row) return;
    const index = Number(row.getAttribute('data-page-row'));
    const isMod = event.ctrlKey || event.metaKey;
    const run: Readonly<Record<string, () => void>> = event.altKey
      ? { ArrowUp: () => act('earlier', index), ArrowDown: () => act('later', index) }
      : isMod
        ? { d: () => act('duplicate', index) }
        : {
            ArrowUp: () => focus(index - 1),
            ArrowDown: () => focus(index + 1),
            Home: () => focus(0),
            End: () => focus(pages.length - 1),
            F2: () => act('rename', index),
            Delete: () => act('remove', index),
            Backspace: () => act('remove', index),
          };
    const action = run[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const drop = (event: DragEvent, index: number) => {
    const from = event.dataTransfer.getData(pageType);
    const layer = event.dataTransfer.getData(layerType);
    if (from === '' && layer === '') return;
    event.preventDefault();
    if (from !== '') move(Number(from), index);
    else change((design) => moveToPage(select(design, [layer]), index));
  };
  return (
    <ul ref={root} aria-label={words.list} className={list.list} onKeyDown={pressKey}>
      {pages.map((page, index) => (
        <PageRow
          key={page.id}
          page={page}
          index={index}
          count={pages.length}
          isInWork={index === inWork}
          isRenamed={renamed === page.id}
          onAct={act}
          onRenamed={() => {
            setRenamed(null);
            focusSoon(index);
          }}
          onDragStart={(event) => event.dataTransfer.setData(pageType, String(index))}
          onDrop={(event) => drop(event, index)}
        />
      ))}
    </ul>
  );
});
