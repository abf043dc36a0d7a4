import { Alert, Anchor } from '@mantine/core';
import { compose } from 'transformation-matrix';
import type { ReactNode } from 'react';
import { describePlace } from '../../parts/template/describe-place.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { findElement, pageOfElement } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import { measureBounds, computeCorners, toPage } from '../model/placement.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { pageToScreen } from '../view/screen.ts';
import { revealPage } from '../view/reveal.ts';
import classes from './faults.module.css';

/** Boxes over the elements of the page in work that cannot be drawn, with the reason. */
export function FaultBoxes(): ReactNode {
  const problems = useDesigner((state) => state.problems);
  const document = useDesigner(({ design }) => seenDocument(design));
  const view = useDesigner((state) => state.view);
  const screen = pageToScreen(document, view);
  const details = new Map(problems.map(({ elementId, detail }) => [elementId, detail]));
  return [...details].map(([id, detail]) => {
    const placed = id === null ? null : findElement(document, id);
    if (placed === null) return null;
    const { x, y, width, height } = measureBounds(
      computeCorners(placed.element, compose(screen, toPage(placed))),
    );
    if (!Number.isFinite(x + y + width + height)) return null;
    return (
      <div
        key={id}
        className={classes.box}
        style={{ left: x, top: y, width, height }}
        data-fault={id}
        aria-hidden
        dir="auto"
      >
        {detail}
      </div>
    );
  });
}

const shownProblems = 5;

/** What cannot be drawn. Each problem leads to its element. */
export function FaultList(): ReactNode {
  const store = useDesignerStore();
  const problems = useDesigner((state) => state.problems);
  if (problems.length === 0) return null;
  const show = (id: string) => {
    store.getState().select([id]);
    revealPage(store);
  };
  const canShow = (id: string) => pageOfElement(store.getState().design.document, id) !== -1;
  return (
    <Alert color="yellow" title={words.notDrawn(problems.length)} role="status" p="xs">
      <ul className={classes.list}>
        {problems.slice(0, shownProblems).map(({ pointer, detail, elementId }, index) => (
          <li key={index}>
            {elementId !== null && canShow(elementId) ? (
              <Anchor
                component="button"
                type="button"
                size="sm"
                underline="always"
                dir="auto"
                onClick={() => show(elementId)}
              >
                {elementId}
              </Anchor>
            ) : (
              <strong dir="auto">{elementId ?? describePlace(pointer)}</strong>
            )}
            {`: ${detail}`}
          </li>
        ))}
      </ul>
      {problems.length > shownProblems ? words.moreProblems(problems.length - shownProblems) : null}
    </Alert>
  );
}
