import { ActionIcon, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconChevronLeft, IconChevronRight } from '../../generated/icons.ts';
import { pageWords as words } from '../../words/designer/pages.ts';
import bars from '../bars/bars.module.css';
import { findResultPage, nextResultPage, type ResultPage } from '../model/result-pages.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { workOnPage } from '../view/reveal.ts';

/** Which page of the result is shown with the present values, and the way to the next one. */
export function ResultBar(): ReactNode {
  const store = useDesignerStore();
  const document = useDesigner(({ design }) => design.document);
  const counts = useDesigner((state) => state.pageCounts);
  const shown = useDesigner((state) => state.shownNumbers);
  if (document.pages === undefined) return null;
  const at = findResultPage(document, counts, shown);
  const go = ({ index, id, number }: ResultPage) => {
    const { set, shownNumbers } = store.getState();
    set({ shownNumbers: { ...shownNumbers, [id]: number } });
    workOnPage(store, index);
  };
  const button = (by: 1 | -1) => {
    const target = nextResultPage(document, counts, shown, by);
    const Icon = by === 1 ? IconChevronRight : IconChevronLeft;
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={by === 1 ? words.nextResult : words.previousResult}
        aria-disabled={target === null}
        {...(target === null ? { 'data-disabled': true } : {})}
        onClick={() => (target === null ? undefined : go(target))}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <div className={bars.result} role="group" aria-label={words.result}>
      {button(-1)}
      <Text size="xs" role="status">
        {at === null ? words.notInResult(counts.all) : words.resultPage(at, counts.all)}
      </Text>
      {button(1)}
    </div>
  );
}
