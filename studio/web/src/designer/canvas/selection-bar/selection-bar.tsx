import { compose } from 'transformation-matrix';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { IconDots } from '../../../generated/icons.ts';
import { barWords as words } from '../../../words/designer/selection-bar.ts';
import type { CommandTools } from '../../commands/command.ts';
import { EditedContext, type Edited } from '../../fields/edited.tsx';
import { elementSchemas } from '../../fields/values/schema.ts';
import { setElementValue } from '../../fields/values/values.ts';
import { findBackground } from '../../model/background.ts';
import { changeElements } from '../../model/changes/content.ts';
import { findElements } from '../../model/elements.ts';
import { seenDocument } from '../../model/known-boxes.ts';
import { computeCorners, measureBounds, toPage } from '../../model/placement.ts';
import { pageInWork } from '../../model/pages.ts';
import { pixelsPerUnit } from '../../model/pixels-per-unit.ts';
import { placeAroundWork } from '../../model/place-pages.ts';
import type { TemplateElement } from '../../model/template.ts';
import { findPart } from '../../properties/part-of-text.ts';
import type { DesignerState, View } from '../../state/designer.ts';
import { useDesigner, useDesignerStore } from '../../state/use-designer.ts';
import { pageToScreen } from '../../view/screen.ts';
import { BarButton } from './bar-button.tsx';
import { ElementControls } from './element-controls.tsx';
import { placeBar, type BarPlace } from './place-bar.ts';
import { goAlong, keepOneStop } from './rove.ts';
import classes from './selection-bar.module.css';
import { TextControls } from './text-controls.tsx';

/** The height of the bar, and about its width with the controls of a text, and of other elements. */
const barHeight = 42;
const textWidth = 600;
const otherWidth = 420;

/** What is changed most of what is selected, beside it. Only wide windows have room for it. */
export function SelectionBar({ tools }: { readonly tools: CommandTools }): ReactNode {
  const store = useDesignerStore();
  const design = useDesigner((state) => state.design);
  const view = useDesigner((state) => state.view);
  const range = useDesigner((state) => state.textRange);
  const isBusy = useDesigner(
    ({ gesture, isPreview, cropping, points }) =>
      gesture !== null || isPreview || cropping !== null || points !== null,
  );
  const isTyping = useDesigner(({ textEdit }) => textEdit !== null);
  const { document, selection } = design;
  const elements = useMemo(
    () => findElements(document, selection).map(({ element }) => element),
    [document, selection],
  );
  const part = useMemo(
    () => findPart(store, { document, selection }, range),
    [store, document, selection, range],
  );
  const type = elements[0]?.type;
  const isShown = type !== undefined && !isBusy && elements.every((each) => each.type === type);
  // While a text is typed, the bar stays where it is.
  const place = useMemo(
    () => (isShown ? findPlace(store.getState(), selection, view, type) : null),
    [store, isShown, type, selection, view, isTyping ? null : design],
  );
  const bar = useRef<HTMLDivElement>(null);
  // Beside the many controls of the panel, these are one more stop of Tab.
  useEffect(() => {
    if (type !== 'text') keepOneStop(bar.current);
  });
  if (place === null || type === undefined) return null;
  const whole: Edited = {
    targets: elements,
    schema: [elementSchemas().get(type)!],
    unit: document.viewportUnit ?? 'px',
    name: type === 'text' ? words.text : words.element,
    inherited: null,
    set: (target, path, value, kept) => setElementValue(target as TemplateElement, path, value, kept),
    change: (recipe, joins) =>
      store
        .getState()
        .change((before) => changeElements(before, selection, recipe, joins === undefined ? {} : { joins })),
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      data-panel
      aria-label={part !== null ? words.barOfPart : type === 'text' ? words.bar : words.barOfElement}
      className={classes.bar}
      style={{ left: place.x, top: place.y }}
      onFocus={() => (type === 'text' ? undefined : keepOneStop(bar.current))}
      onKeyDown={(event) => (type === 'text' ? undefined : goAlong(bar.current, event))}
      onMouseDown={(event) => {
        // The text keeps the focus, and what is selected in it stays seen.
        if (!(event.target instanceof Element) || event.target.closest('input, select') === null)
          event.preventDefault();
      }}
    >
      {type === 'text' ? (
        <TextControls whole={whole} part={part?.edited ?? null} />
      ) : (
        <EditedContext value={whole} key={selection.join('\n')}>
          <ElementControls type={type} tools={tools} />
        </EditedContext>
      )}
      <BarButton name={words.more} icon={<IconDots size={16} aria-hidden />} onClick={goToProperties} />
    </div>
  );
}

function findPlace(
  { design, renderedPages }: Pick<DesignerState, 'design' | 'renderedPages'>,
  selection: readonly string[],
  view: View,
  type: TemplateElement['type'],
): BarPlace | null {
  const document = seenDocument(design);
  const canvas = globalThis.document.querySelector('[data-canvas]')?.getBoundingClientRect();
  const placed = findElements(document, selection);
  if (canvas === undefined || placed.length === 0) return null;
  const screen = pageToScreen(document, view);
  const unit = pixelsPerUnit(document) * view.zoom;
  const bounds = (list: typeof placed) =>
    measureBounds(list.flatMap((each) => computeCorners(each.element, compose(screen, toPage(each)))));
  const behind = new Set([...findBackground(document), ...selection]);
  const others = document.elements.filter(({ id }) => !behind.has(id));
  const otherIds = others.map(({ id }) => id);
  // Whatever is on the other pages can be clicked, too.
  const pages = placeAroundWork(document, renderedPages).filter(
    ({ index }) => index !== pageInWork(document),
  );
  return placeBar({
    selected: bounds(placed),
    others: [
      ...findElements(document, otherIds).map((each) => bounds([each])),
      ...pages.map(({ x, y, width, height }) => ({
        x: view.x + x * unit,
        y: view.y + y * unit,
        width: width * unit,
        height: height * unit,
      })),
    ],
    canvas,
    bar: { width: type === 'text' ? textWidth : otherWidth, height: barHeight },
  });
}

function goToProperties(): void {
  document.querySelector<HTMLElement>('section[data-panel] :is(input, button, select, textarea)')?.focus();
}
