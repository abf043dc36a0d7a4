import type { ReactNode } from 'react';
import { pageWords as words } from '../../words/designer/pages.ts';
import { goToPage } from '../model/design.ts';
import { pageInWork } from '../model/pages.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import { placeAroundWork } from '../model/place-pages.ts';
import { fitWork } from '../view/reveal.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import classes from './canvas.module.css';

/** The names of the pages, each above its page. A click works on that page; the list has the keys. */
export function PageLabels(): ReactNode {
  const store = useDesignerStore();
  const document = useDesigner(({ design }) => design.document);
  const known = useDesigner((state) => state.renderedPages);
  const byId = useDesigner(({ pageCounts }) => pageCounts.byId);
  const view = useDesigner((state) => state.view);
  const target = useDesigner(({ gesture }) => (gesture?.kind === 'move' ? (gesture.toPage ?? null) : null));
  if (document.pages === undefined) return null;
  const unit = pixelsPerUnit(document) * view.zoom;
  // Nothing is known before the first picture.
  const isAbsent = (id: string | null) => Object.keys(byId).length > 0 && byId[id ?? ''] === undefined;
  const inWork = pageInWork(document);
  return (
    <div className={classes.labels} aria-hidden>
      {placeAroundWork(document, known).map(({ id, index, x, y, width, height, name }) => (
        <div
          key={id}
          className={classes.pageFrame}
          data-in-work={index === inWork || undefined}
          data-target={index === target || undefined}
          style={{
            transform: `translate(${view.x + x * unit}px, ${view.y + y * unit}px)`,
            width: width * unit,
            height: height * unit,
          }}
        >
          <div
            className={classes.pageLabel}
            data-page-label
            title={words.goTo(name ?? '')}
            onClick={() => store.getState().change((design) => goToPage(design, index))}
            onDoubleClick={(event) => {
              event.stopPropagation();
              fitWork(store);
            }}
          >
            {index + 1} · <span dir="auto">{name}</span>
            {isAbsent(id) ? ` · ${words.absent}` : ''}
          </div>
        </div>
      ))}
    </div>
  );
}
