import { applyToPoint, compose, inverse, scale } from 'transformation-matrix';
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { TextElement } from '../model/template.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { insertOffer, offersFor, typedName, type Offer } from '../expressions/completion.ts';
import { namesAt } from '../expressions/known-names.ts';
import { arePressed } from '../commands/keys.ts';
import { useFace } from '../fonts/use-face.ts';
import { toggleStyle, type TextStyle } from '../model/changes/style-text.ts';
import { nameAfterText, readText, typeText } from '../model/changes/type-text.ts';
import { findElement } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import {
  measureBounds,
  computeCorners,
  findGrid,
  knownBox,
  roundLength,
  toPage,
} from '../model/placement.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { pageToScreen } from '../view/screen.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import { BentLine } from './caret/bent-line.ts';
import { pressLineKey, pressText } from './caret/caret-input.ts';
import { CaretLayer } from './caret/caret-layer.tsx';
import type { ReportedText } from './caret/text-places.ts';
import { useTextPlaces } from './caret/use-text-places.ts';
import classes from './text-editor.module.css';
import { useTyping } from './use-typing.ts';
import { VariableOffer } from './variable-offer.tsx';

/**
 * A field over a text element: its caret and selection. The letters are the service's render below it, in the
 * same font, so that what is typed looks as it will.
 */
export function TextEditor({ id }: { readonly id: string }): ReactNode {
  const document = useDesigner(({ design }) => seenDocument(design));
  const element = findElement(document, id)?.element;
  return element?.type === 'text' ? <Field element={element} /> : null;
}

/** CSS pixels, whatever the document's unit. */
const defaultFontSize = 16;

function Field({ element }: { readonly element: TextElement }): ReactNode {
  const store = useDesignerStore();
  const { id } = element;
  const document = useDesigner(({ design }) => seenDocument(design));
  const view = useDesigner((state) => state.view);
  const report = useDesigner((state) => state.rendered?.report.elements);
  const rendered = report?.find((each) => each.id === id)?.text as ReportedText | undefined;
  const isBlind = useDesigner(
    (state) => state.isBlind || state.problems.some(({ elementId }) => elementId === id),
  );
  const templateId = useDesigner((state) => state.templateId);
  const field = useRef<HTMLTextAreaElement>(null);
  const { fontFamily = 'Inter', fontWeight = 400, fontStyle = 'normal' } = element.runs?.[0] ?? element;
  const face = useFace(templateId, { family: fontFamily, weight: fontWeight, style: fontStyle });
  const [caret, setCaret] = useState(0);
  const range = useDesigner((state) => state.textRange);
  const unit = pixelsPerUnit(document);
  const { width, height } = knownBox(element);
  const line = useMemo(
    () => BentLine.read(element.path, { width, height }, unit),
    [element.path, width, height, unit],
  );
  const isBent = element.path !== undefined;
  const drawn = useTextPlaces(
    templateId,
    readText(element),
    isBent && line === null ? undefined : rendered,
    line,
  );
  const [chosen, setChosen] = useState(0);
  const typed = typedName(readText(element), caret);
  const offers = typed === null ? [] : offersFor(namesAt(store.getState().design, 'text'), typed);
  useEffect(() => setChosen(0), [typed]);
  const offerId = useId();
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const { undoTyping, showCaret } = useTyping(id, readText(element), field);
  const end = () => {
    store.getState().set({ textEdit: null });
    const { elementNames, newText } = words;
    store.getState().change((design) => nameAfterText(design, id, elementNames.text, newText));
  };
  /** Whatever was pressed has the focus then; a window that was left comes back to the text. */
  const leave = () => {
    if (window.document.activeElement !== field.current) end();
  };
  const placed = findElement(document, id);
  if (placed === null) return null;
  const { a, b, c, d, e, f } = compose(pageToScreen(document, view), toPage(placed));
  const fontSize =
    (typeof element.fontSize === 'number' ? element.fontSize * unit : defaultFontSize) *
    (rendered?.scale ?? 1);
  const transform = `matrix(${[a / unit, b / unit, c / unit, d / unit, e, f].join(', ')})`;
  // Letters on a path stand beside the box, too.
  const around = drawn !== null && isBent ? fontSize * 1.5 : 0;
  const style: CSSProperties = {
    width: width * unit + around * 2,
    height: height * unit + around * 2,
    // The first line of the render: texts may stand in the middle of their box, or at its bottom.
    paddingTop: isBent ? 0 : Math.max(0, rendered?.lines?.[0]?.top ?? 0),
    transform: around === 0 ? transform : `${transform} translate(${-around}px, ${-around}px)`,
    fontFamily: face ?? undefined,
    fontSize,
    lineHeight: element.lineHeight ?? 1.2,
    letterSpacing: (element.letterSpacing ?? 0) * unit,
    textAlign: element.align ?? 'start',
    writingMode: element.writingMode,
    whiteSpace: element.wrap === false ? 'pre' : 'pre-wrap',
    ...(typeof element.wrap === 'string' ? { textWrap: element.wrap } : {}),
    textTransform: element.transform ?? 'none',
  };
  const choose = (offer: Offer) => {
    const next = insertOffer(readText(element), caret, offer);
    store.getState().change((design) => typeText(design, id, next.text));
    // After React has shown the text.
    requestAnimationFrame(() => {
      field.current?.setSelectionRange(next.caret, next.caret);
      setCaret(next.caret);
    });
  };
  const noteRange = () => {
    const { selectionStart: from, selectionEnd: to } = field.current!;
    setCaret(from);
    store.getState().set({ textRange: { id, from, to } });
  };
  const pressMouse = (event: MouseEvent<HTMLTextAreaElement>) => {
    if (drawn?.isCurrent !== true || isBlind || event.button !== 0) return;
    event.preventDefault();
    const toBox = inverse(compose(pageToScreen(document, view), toPage(placed), scale(1 / unit)));
    const canvas = event.currentTarget.closest('[data-canvas]')!.getBoundingClientRect();
    pressText(
      event.currentTarget,
      drawn,
      event,
      ({ clientX, clientY }) => applyToPoint(toBox, { x: clientX - canvas.left, y: clientY - canvas.top }),
      noteRange,
    );
  };
  const pressKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    const offer = offers[chosen];
    if (offer !== undefined && offerKeys.has(event.key)) {
      event.preventDefault();
      if (event.key === 'ArrowDown') setChosen((chosen + 1) % offers.length);
      else if (event.key === 'ArrowUp') setChosen((chosen + offers.length - 1) % offers.length);
      else choose(offer);
      return;
    }
    const isRedo = arePressed('mod+shift+z', event) || arePressed('mod+y', event);
    if (isRedo || arePressed('mod+z', event)) {
      event.preventDefault();
      undoTyping(isRedo ? 'redo' : 'undo');
      return;
    }
    const style = styleKeys.find(([keys]) => arePressed(keys, event))?.[1];
    if (style !== undefined) {
      event.preventDefault();
      const { selectionStart: from, selectionEnd: to } = field.current!;
      store.getState().change((design) => toggleStyle(design, id, { from, to }, style));
      return;
    }
    if (drawn !== null && !isBlind && pressLineKey(field.current!, drawn, event)) {
      event.preventDefault();
      noteRange();
      return;
    }
    if (event.key === 'Escape' || arePressed('mod+Enter', event)) {
      store.getState().set({ textRange: null });
      end();
      window.document.querySelector<HTMLElement>('[data-canvas]')?.focus({ preventScroll: true });
    }
  };
  const corners = computeCorners(element, compose(pageToScreen(document, view), toPage(placed)));
  const below = measureBounds(corners);
  return (
    <>
      <textarea
        ref={field}
        className={classes.field}
        style={style}
        aria-label={words.textOf(id)}
        data-blind={isBlind || undefined}
        dir="auto"
        spellCheck
        value={readText(element)}
        onChange={({ target }) => {
          showCaret(target.value);
          // The field has the text already, in the same font and width.
          const height = growsWhenTyped(element)
            ? heightFor(target, element.height, unit, findGrid(document))
            : 0;
          store.getState().change((design) => typeText(design, id, target.value, height));
        }}
        onBlur={leave}
        onSelect={noteRange}
        onMouseDown={pressMouse}
        data-drawn={drawn === null || isBlind ? undefined : true}
        onKeyDown={pressKey}
        {...(offers.length === 0
          ? {}
          : {
              'aria-controls': offerId,
              'aria-activedescendant': `${offerId}-${chosen}`,
              // A field of several lines stays a text field: it is no combobox.
              'aria-haspopup': 'listbox',
              'aria-autocomplete': 'list',
            })}
      />
      {drawn === null || isBlind || range?.id !== id ? null : (
        <CaretLayer
          caret={drawn}
          from={range.from}
          to={range.to}
          style={{ transform }}
          scale={Math.hypot(a, b) / unit}
          isVertical={element.writingMode === 'vertical-rl'}
        />
      )}
      {offers.length === 0 ? null : (
        <VariableOffer id={offerId} below={below} offers={offers} chosen={chosen} onChoose={choose} />
      )}
    </>
  );
}

/** With control, or the command key of a Mac: styles of what is selected. */
const styleKeys: readonly (readonly [keys: string, style: TextStyle])[] = [
  ['mod+b', 'bold'],
  ['mod+i', 'italic'],
  ['mod+u', 'underline'],
];

/** Whether a box is made higher for what is typed: not where values fill it, or letters are made smaller. */
function growsWhenTyped(element: TextElement): boolean {
  const { overflow, maxLines } = element;
  return (
    overflow !== 'shrink' &&
    // A path is stretched to the box.
    element.path === undefined &&
    maxLines === undefined &&
    (element.columns ?? 1) === 1 &&
    !readText(element).includes('{{')
  );
}

/** The height that a field's text needs, if its box has less. */
function heightFor(field: HTMLTextAreaElement, height: number, unit: number, grid: number): number {
  // Browsers report whole pixels.
  if (field.scrollHeight <= Math.ceil(height * unit)) return height;
  return roundLength(Math.ceil((field.scrollHeight + 1) / unit / grid) * grid);
}

/** Keys that the offer takes while it is shown. */
const offerKeys: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Tab']);
