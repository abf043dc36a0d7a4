import {
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { DesignerStore } from '../state/designer.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { pressGuide } from './guides.ts';
import { Fingers } from './fingers.ts';
import { FaultBoxes } from './faults.tsx';
import { Rulers } from './rulers.tsx';
import { useFittedView, useWheel } from './use-view.ts';
import classes from './canvas.module.css';
import { Overlay } from './overlay.tsx';
import type { Drag, Held } from './drag.ts';
import { pressHandle, pressRotation } from './handles.ts';
import { pressCropHandle, pressCropped } from './crop/press-crop.ts';
import { pressLayout } from './layout/press-layout.ts';
import { openAt } from './open-at.ts';
import { hitsAt, pressCanvas, pressPan, findPointerScope } from './pointer.ts';
import { workOnPageAt } from './pages-under.ts';
import { pickElement } from './hit-test.ts';
import { PageLabels } from './page-labels.tsx';
import { PagePictures } from './picture/page-pictures.tsx';
import type { ShowPicture } from './picture/pictures.ts';
import { finishPen } from '../commands/point-commands.ts';
import { pressPen, pressPoint, smoothPoint } from './points/press-points.ts';
import { pressBend, pressGap } from './shaping/press-shaping.ts';
import { TextEditor } from './text-editor.tsx';
import type { Handle, Point } from '../model/placement.ts';

/** The page as the service renders it, with handles above. */
export function Canvas({ show }: { readonly show: ShowPicture }): ReactNode {
  const store = useDesignerStore();
  const root = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [fingers] = useState(() => new Fingers(store));
  /** What was selected before the first finger. */
  const selectedBefore = useRef<readonly string[]>([]);
  const isPreview = useDesigner((state) => state.isPreview);
  const textEdit = useDesigner((state) => state.textEdit);
  const canDraw = useDesigner((state) => state.added !== null || state.pen !== null);
  const [isSpaceHeld, setSpaceHeld] = useState(false);
  useFittedView(root);
  useWheel(root);

  const getPoint = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => {
    const { left, top } = root.current!.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.target instanceof HTMLTextAreaElement) return;
    if (event.target instanceof Element && event.target.closest('[data-page-label], [data-notice]') !== null)
      return;
    const point = getPoint(event);
    if (event.pointerType === 'touch') {
      fingers.press(event.pointerId, point);
      if (fingers.arePinching) {
        endForPinch();
        return;
      }
      selectedBefore.current = store.getState().design.selection;
    }
    if (drag.current !== null) return;
    const target = event.target as Element;
    const handle = target.getAttribute('data-handle');
    const part = target.getAttribute('data-layout');
    const edge = target.getAttribute('data-crop');
    const shaping = target.getAttribute('data-shaping');
    const pointPart = target.getAttribute('data-point');
    const guide = guideAt(store, target);
    if (event.button === 1 || (event.button === 0 && (isSpaceHeld || isPreview))) {
      drag.current = pressPan(store, point);
    } else if (event.button !== 0) {
      return;
    } else if (guide !== null) {
      drag.current = guide;
    } else if (store.getState().pen !== null) {
      drag.current = pressPen(store, point);
    } else if (pointPart !== null) {
      drag.current = pressPoint(store, pointPart, point);
    } else if (shaping !== null) {
      const [what, index] = shaping.split(' ');
      drag.current = what === 'bend' ? pressBend(store) : pressGap(store, Number(index), point);
    } else if (edge !== null) {
      drag.current = pressCropHandle(store, parseHandle(edge), point);
    } else if (part !== null) {
      drag.current = pressLayout(store, part, point);
    } else if (handle === 'rotate') {
      drag.current = pressRotation(store, point);
    } else if (handle !== null) {
      drag.current = pressHandle(store, parseHandle(handle), point);
    } else {
      drag.current = pressCropped(store, point);
      if (drag.current === null) {
        workOnPageAt(store, point);
        drag.current = pressCanvas(store, point, heldIn(event));
      }
    }
    store.getState().set({ textEdit: null, textRange: null });
    event.currentTarget.setPointerCapture(event.pointerId);
    root.current?.focus({ preventScroll: true });
    event.preventDefault();
  };
  /** What the first finger began was not meant. */
  const endForPinch = () => {
    if (drag.current === null) return;
    drag.current.cancel();
    drag.current = null;
    store.getState().select(selectedBefore.current);
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const point = getPoint(event);
    if (event.pointerType === 'touch') {
      fingers.move(event.pointerId, point);
      if (fingers.arePinching) return;
    }
    if (drag.current !== null) {
      drag.current.move(point, heldIn(event));
      return;
    }
    const state = store.getState();
    if (isPreview) return;
    const hits = hitsAt(state, point);
    const picked =
      event.ctrlKey || event.metaKey ? hits[0]?.element : pickElement(hits, findPointerScope(state.design));
    const hovered = picked?.id ?? null;
    if (hovered !== state.hovered) state.set({ hovered });
  };
  const release = ({ pointerId }: PointerEvent<HTMLDivElement>) => {
    fingers.release(pointerId);
    drag.current?.end();
    drag.current = null;
  };
  const openWithMouse = (event: MouseEvent) => {
    const part = event.target instanceof Element ? event.target.getAttribute('data-point') : null;
    if (isPreview) return;
    if (store.getState().pen !== null) finishPen(store, false);
    else if (part !== null) smoothPoint(store, part);
    else openAt(store, getPoint(event));
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.target !== root.current) return;
    if (event.key === ' ') {
      setSpaceHeld(true);
      event.preventDefault();
    }
    if (event.key === 'Escape' && drag.current !== null) {
      drag.current.cancel();
      drag.current = null;
      event.stopPropagation();
    }
  };
  return (
    <div
      ref={root}
      role="region"
      aria-label={words.canvas}
      // It takes the keys that move and change what is selected.
      tabIndex={0}
      className={classes.canvas}
      data-canvas
      data-pans={isSpaceHeld || isPreview || undefined}
      data-draws={canDraw || undefined}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={() => store.getState().set({ hovered: null })}
      onDoubleClick={openWithMouse}
      onKeyDown={pressKey}
      onKeyUp={({ key }) => (key === ' ' ? setSpaceHeld(false) : undefined)}
      onBlur={() => setSpaceHeld(false)}
    >
      <PagePictures show={show} />
      <FaultBoxes />
      <PageLabels />
      {isPreview ? null : <Overlay />}
      {isPreview ? null : <Rulers />}
      <ValueLabel />
      {textEdit === null ? null : <TextEditor key={textEdit} id={textEdit} />}
    </div>
  );
}

function heldIn({ shiftKey, altKey, ctrlKey, metaKey }: PointerEvent): Held {
  return { shift: shiftKey, alt: altKey, control: ctrlKey || metaKey };
}

/** The guide under the pointer, or a new one of the ruler under it. */
function guideAt(store: DesignerStore, target: Element): Drag | null {
  const ruler = target.closest('[data-ruler]')?.getAttribute('data-ruler');
  if (ruler === 'x' || ruler === 'y') return pressGuide(store, ruler, null);
  const [axis, index] = target.getAttribute('data-guide')?.split(' ') ?? [];
  return axis === 'x' || axis === 'y' ? pressGuide(store, axis, Number(index)) : null;
}

function parseHandle(text: string): Handle {
  const [x, y] = text.split(' ').map(Number);
  return { x, y } as Handle;
}

/** The value that the pointer changes, beside it. */
function ValueLabel(): ReactNode {
  const label = useDesigner(({ gesture }) =>
    gesture !== null && 'label' in gesture ? (gesture.label ?? null) : null,
  );
  if (label === null) return null;
  return (
    <div aria-hidden className={classes.value} style={{ left: label.at.x, top: label.at.y }}>
      {label.text}
    </div>
  );
}
