/** What can be done with the pages and groups of the list, each with its announcement. */
import { useState } from 'react';
import { announce } from '../../shell/announcements.tsx';
import { pageWords as words } from '../../words/designer/pages.ts';
import {
  dissolveGroup,
  groupPage,
  hasOtherPages,
  joinGroup,
  leaveGroup,
  moveGroup,
  movePage,
  removeGroup,
  stepPage,
} from '../model/changes/page-groups.ts';
import { duplicatePage, removePage } from '../model/changes/pages.ts';
import type { Design } from '../model/design.ts';
import { groupOf, pagesOfGroup } from '../model/page-groups.ts';
import { nameOfPage } from '../model/place-pages.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import { fitWork, revealPage, workOnPage } from '../view/reveal.ts';
import type { GroupAction } from './group-row.tsx';
import type { PageAction } from './page-row.tsx';

export interface PageActions {
  /** The id of the page or group whose name is typed. */
  readonly renamed: string | null;
  readonly setRenamed: (id: string | null) => void;
  readonly change: (command: (design: Design) => Design) => void;
  readonly act: (action: PageAction, index: number) => void;
  readonly actOnGroup: (action: GroupAction, id: string) => void;
  readonly moveTo: (index: number, to: number) => void;
  readonly moveInto: (index: number, group: string) => void;
}

/** @param focus puts the focus on a page or group by its id, once it is shown */
export function usePageActions(focus: (id: string) => void): PageActions {
  const store = useDesignerStore();
  const [renamed, setRenamed] = useState<string | null>(null);
  const getDocument = () => store.getState().design.document;
  const change = (command: (design: Design) => Design) => {
    store.getState().change(command);
    revealPage(store);
  };
  /** Changes the place of a page, and says where it is then. */
  const move = (index: number, command: (design: Design) => Design) => {
    const before = getDocument();
    const page = before.pages?.[index];
    if (page === undefined) return;
    change(command);
    const after = getDocument();
    if (after === before) return;
    const at = after.pages?.findIndex(({ id }) => id === page.id) ?? index;
    const [old, now] = [groupOf(before, page), groupOf(after, after.pages?.[at])];
    const name = nameOfPage(page);
    if (now?.id === old?.id) announce(words.moved(name, at + 1));
    else announce(now === null ? words.ungrouped(name) : words.grouped(name, nameOfPage(now)));
    focus(page.id);
  };
  const remove = (index: number) => {
    const { pages = [] } = getDocument();
    if (pages.length < 2) return;
    change((design) => removePage(design, index));
    announce(words.removed(nameOfPage(pages[index]!)));
    focus((pages[index + 1] ?? pages[index - 1])!.id);
  };
  const act = (action: PageAction, index: number): void => {
    const page = getDocument().pages?.[index];
    if (page === undefined) return;
    switch (action) {
      case 'open':
        return workOnPage(store, index);
      case 'zoom':
        workOnPage(store, index);
        return fitWork(store);
      case 'rename':
        return setRenamed(page.id);
      case 'duplicate':
        return change((design) => duplicatePage(design, index, words.first));
      case 'earlier':
        return move(index, (design) => stepPage(design, index, -1));
      case 'later':
        return move(index, (design) => stepPage(design, index, 1));
      case 'group':
        return move(index, (design) => groupPage(design, index, words.firstGroup));
      case 'leave':
        return move(index, (design) => leaveGroup(design, index));
      case 'remove':
        return remove(index);
    }
  };
  const actOnGroup = (action: GroupAction, id: string): void => {
    const document = getDocument();
    const [first = 0] = pagesOfGroup(document, id);
    const group = document.pageGroups?.find((each) => each.id === id);
    const name = group === undefined ? id : nameOfPage(group);
    switch (action) {
      case 'open':
        return workOnPage(store, first);
      case 'rename':
        return setRenamed(id);
      case 'earlier':
      case 'later': {
        const by = action === 'later' ? 1 : -1;
        change((design) => moveGroup(design, id, by));
        if (getDocument() !== document) announce(words.movedGroup(name, by));
        return focus(id);
      }
      case 'dissolve':
        change((design) => dissolveGroup(design, id));
        announce(words.dissolved(name));
        return focus(document.pages?.[first]?.id ?? id);
      case 'remove':
        if (!hasOtherPages(document, id)) return;
        change((design) => removeGroup(design, id));
        announce(words.removed(name));
        return focus((getDocument().pages?.[first] ?? getDocument().pages?.at(-1))?.id ?? '');
    }
  };
  return {
    renamed,
    setRenamed,
    change,
    act,
    actOnGroup,
    moveTo: (index, to) => move(index, (design) => movePage(design, index, to)),
    moveInto: (index, group) => move(index, (design) => joinGroup(design, index, group)),
  };
}
