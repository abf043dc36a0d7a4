import { memo, useEffect, useRef, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { pageWords as words } from '../../words/designer/pages.ts';
import { readDragged } from '../layers/layers-panel.tsx';
import { moveToPage } from '../model/changes/pages.ts';
import { select } from '../model/design.ts';
import { nameOfPage } from '../model/place-pages.ts';
import type { PageEntry, PageGroup } from '../model/template.ts';
import { GroupRow, type GroupAction } from './group-row.tsx';
import { PageRow, type PageAction } from './page-row.tsx';
import list from './pages.module.css';
import { usePageActions } from './use-page-actions.ts';

/** What the pages of a list carry when they are dragged. */
const pageType = 'application/x-platen-page';

interface PageListProps {
  readonly pages: readonly PageEntry[];
  readonly groups: readonly PageGroup[];
  readonly inWork: number;
}

/**
 * A list of buttons, in which the pages of a group are a list of their own. Arrows go through it, with alt
 * they move a page or a group, also into a group and out of it; F2 renames, Delete deletes.
 */
export const PageList = memo(function PageList({ pages, groups, inWork }: PageListProps): ReactNode {
  const root = useRef<HTMLUListElement>(null);
  const getRows = () => [...(root.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])];
  /** After React has shown the pages in their order. */
  const focusSoon = (id: string) =>
    requestAnimationFrame(() =>
      getRows()
        .find((row) => idOfRow(row) === id)
        ?.focus(),
    );
  const actions = usePageActions(focusSoon);
  const current = pages[inWork]?.id;
  // The list follows: with the keys of pages, and clicks on the canvas.
  useEffect(() => {
    root.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const { act, actOnGroup } = actions;
  const pressKey = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest<HTMLElement>(rowSelector);
    if (row === null || event.target !== row) return;
    const rows = getRows();
    const at = rows.indexOf(row);
    const { pageRow, groupRow = '' } = row.dataset;
    const run = (action: PageAction & GroupAction) =>
      pageRow === undefined ? actOnGroup(action, groupRow) : act(action, Number(pageRow));
    const keys: Readonly<Record<string, () => void>> = event.altKey
      ? { ArrowUp: () => run('earlier'), ArrowDown: () => run('later') }
      : event.ctrlKey || event.metaKey
        ? pageRow === undefined
          ? {}
          : { d: () => act('duplicate', Number(pageRow)) }
        : {
            ArrowUp: () => rows[at - 1]?.focus(),
            ArrowDown: () => rows[at + 1]?.focus(),
            Home: () => rows[0]?.focus(),
            End: () => rows.at(-1)?.focus(),
            F2: () => run('rename'),
            Delete: () => run('remove'),
            Backspace: () => run('remove'),
          };
    const action = keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const drop = (
    event: DragEvent,
    onPage: (index: number) => void,
    onLayers: ((ids: readonly string[]) => void) | null,
  ) => {
    const from = event.dataTransfer.getData(pageType);
    const layers = readDragged(event);
    if (from === '' && (layers.length === 0 || onLayers === null)) return;
    event.preventDefault();
    if (from !== '') onPage(Number(from));
    else onLayers?.(layers);
  };
  const finishName = (id: string) => {
    actions.setRenamed(null);
    focusSoon(id);
  };
  const showPage = (page: PageEntry) => {
    const index = pages.indexOf(page);
    return (
      <PageRow
        key={page.id}
        page={page}
        index={index}
        groups={groups}
        canMove={[
          index > 0 || page.group !== undefined,
          index < pages.length - 1 || page.group !== undefined,
        ]}
        isOnly={pages.length === 1}
        isInWork={index === inWork}
        isRenamed={actions.renamed === page.id}
        onAct={act}
        onJoin={actions.moveInto}
        onRenamed={() => finishName(page.id)}
        onDragStart={(event) => event.dataTransfer.setData(pageType, String(index))}
        onDrop={(event) =>
          drop(
            event,
            (from) => actions.moveTo(from, index),
            (layers) => actions.change((design) => moveToPage(select(design, layers), index)),
          )
        }
      />
    );
  };
  const showGroup = (group: PageGroup, own: readonly PageEntry[]) => {
    const name = nameOfPage(group);
    return (
      <li key={group.id}>
        <GroupRow
          group={group}
          count={own.length}
          isFirst={own[0] === pages[0]}
          isLast={own.at(-1) === pages.at(-1)}
          isRenamed={actions.renamed === group.id}
          onAct={actOnGroup}
          onRenamed={() => finishName(group.id)}
          onDrop={(event) => drop(event, (from) => actions.moveInto(from, group.id), null)}
        />
        <ul className={list.pages} aria-label={words.pagesOf(name)}>
          {own.map(showPage)}
        </ul>
      </li>
    );
  };
  return (
    <ul ref={root} aria-label={words.list} className={list.list} onKeyDown={pressKey}>
      {pages.map((page, index) => {
        const group = groups.find(({ id }) => id === page.group);
        if (group === undefined) return showPage(page);
        if (pages[index - 1]?.group === group.id) return null;
        return showGroup(
          group,
          pages.filter((each) => each.group === group.id),
        );
      })}
    </ul>
  );
});

const rowSelector = '[data-page-row], [data-group-row]';

/** The id of the page or group of a row. */
function idOfRow({ dataset }: HTMLElement): string | undefined {
  return dataset['pageId'] ?? dataset['groupRow'];
}
