import { Alert } from '@mantine/core';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { describeError } from '../../api/problem.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import { useDesigner, useDesignerStore, type DesignerStore } from '../state/designer.ts';
import { pressGuide } from './guides.ts';
import { Fingers } from './fingers.ts';
import { Rulers } from './rulers.tsx';
import { useFittedView, useWheel } from './use-view.ts';
import classes from './canvas.module.css';
import { Overlay } from './overlay.tsx';
import type { Drag, Held } from './drag.ts';
import { pressHandle, pressRotation } from './handles.ts';
import { pressLayout } from './layout/press-layout.ts';
import { hitsAt, openAt, pressCanvas, pressPan, scopeOf } from './pointer.ts';
import { pickElement } from './hit-test.ts';
import { Pictures, type PictureState, type ShowPicture } from './picture/pictures.ts';
import { TextEditor } from './text-editor.tsx';
import type { Handle, Point } from '../model/placement.ts';
import { seenDocument } from '../model/known-boxes.ts';

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
  const [isSpaceHeld, setSpaceHeld] = useState(false);
  useFittedView(root);
  useWheel(root);

  const pointOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => {
    const { left, top } = root.current!.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.target instanceof HTMLTextAreaElement) return;
    const point = pointOf(event);
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
    const guide = guideAt(store, target);
    if (event.button === 1 || (event.button === 0 && (isSpaceHeld || isPreview))) {
      drag.current = pressPan(store, point);
    } else if (event.button !== 0) {
      return;
    } else if (guide !== null) {
      drag.current = guide;
    } else if (part !== null) {
      drag.current = pressLayout(store, part, point);
    } else if (handle === 'rotate') {
      drag.current = pressRotation(store, point);
    } else if (handle !== null) {
      drag.current = pressHandle(store, parseHandle(handle), point);
    } else {
      drag.current = pressCanvas(store, point, heldIn(event));
    }
    store.getState().set({ textEdit: null });
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
    const point = pointOf(event);
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
      event.ctrlKey || event.metaKey ? hits[0]?.element : pickElement(hits, scopeOf(state.design));
    const hovered = picked?.id ?? null;
    if (hovered !== state.hovered) state.set({ hovered });
  };
  const release = ({ pointerId }: PointerEvent<HTMLDivElement>) => {
    fingers.release(pointerId);
    drag.current?.end();
    drag.current = null;
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
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={() => store.getState().set({ hovered: null })}
      onDoubleClick={(event) => (isPreview ? undefined : openAt(store, pointOf(event)))}
      onKeyDown={pressKey}
      onKeyUp={({ key }) => (key === ' ' ? setSpaceHeld(false) : undefined)}
      onBlur={() => setSpaceHeld(false)}
    >
      <Picture show={show} />
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

/** The two layers of the picture. */
function Picture({ show }: { readonly show: ShowPicture }): ReactNode {
  const store = useDesignerStore();
  const page = useRef<HTMLCanvasElement>(null);
  const moving = useRef<HTMLCanvasElement>(null);
  const [{ error, perPixel }, setState] = useState<PictureState>({ error: null, perPixel: null });
  const document = useDesigner(({ design }) => seenDocument(design));
  const view = useDesigner((state) => state.view);
  useEffect(() => {
    const layers = { page: page.current!, moving: moving.current! };
    const pictures = new Pictures(store, layers, show, (next) =>
      setState((before) => ({ ...next, perPixel: next.perPixel ?? before.perPixel })),
    );
    return () => pictures.close();
  }, [store, show]);
  const { width, height } = document.viewport;
  const unit = pixelsPerUnit(document) * view.zoom;
  useLayoutEffect(() => {
    // A picture's sides are whole pixels: its edges are where the render has them, not where the page ends.
    // Browsers round the sides and places of boxes to whole pixels, but not what is moved and scaled.
    for (const canvas of [page.current!, moving.current!]) {
      const factor = perPixel === null ? null : view.zoom / perPixel;
      const wide = factor === null ? width * unit : canvas.width * factor;
      const high = factor === null ? height * unit : canvas.height * factor;
      const [boxWidth, boxHeight] = [Math.ceil(wide), Math.ceil(high)];
      canvas.style.width = `${boxWidth}px`;
      canvas.style.height = `${boxHeight}px`;
      canvas.style.scale = `${wide / boxWidth} ${high / boxHeight}`;
    }
  });
  return (
    <>
      <div className={classes.layers} style={{ transform: `translate(${view.x}px, ${view.y}px)` }}>
        <canvas
          ref={page}
          className={classes.page}
          data-layer="page"
          data-shown={perPixel === null ? undefined : true}
        />
        <canvas ref={moving} className={classes.layer} data-layer="moving" hidden />
      </div>
      {error === null ? null : (
        <div className={classes.notice}>
          <Alert color="yellow" title={words.noPicture} role="status">
            {describeError(error).detail}
          </Alert>
        </div>
      )}
    </>
  );
}
