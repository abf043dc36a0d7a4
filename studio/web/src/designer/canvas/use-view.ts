/** What moves the view beside the pointer: the room that the canvas has, and the wheel. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { useDesignerStore } from '../state/use-designer.ts';
import { fitPage, openingZoom, resizeView, zoomAt } from '../view/screen.ts';
import { seenDocument } from '../model/known-boxes.ts';

/**
 * Fits the page into the canvas when it is first shown, and again when the canvas gets another size. Where
 * somebody has chosen what is seen, its middle stays.
 */
export function useFittedView(root: RefObject<HTMLDivElement | null>): void {
  const store = useDesignerStore();
  useLayoutEffect(() => {
    const canvas = root.current!;
    let size = canvas.getBoundingClientRect();
    const { design, setView } = store.getState();
    const document = seenDocument(design);
    setView(fitPage(document, size, openingZoom(document, size)));
    const resize = new ResizeObserver(() => {
      const before = size;
      size = canvas.getBoundingClientRect();
      if (size.width === before.width && size.height === before.height) return;
      const state = store.getState();
      state.setView(resizeView(seenDocument(state.design), state.view, before, size));
    });
    resize.observe(canvas);
    return () => resize.disconnect();
  }, [store, root]);
}

/** Touchpads report a pinch as a wheel with control, 100 for a zoom by e. One notch of a mouse is as much. */
const wheelPerE = 100;
const maxWheel = 35;

/** The wheel moves the view; with control, or as a pinch of a touchpad, it zooms about the pointer. */
export function useWheel(root: RefObject<HTMLDivElement | null>): void {
  const store = useDesignerStore();
  useEffect(() => {
    const canvas = root.current!;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { view, setView } = store.getState();
      if (event.ctrlKey || event.metaKey) {
        const { left, top } = canvas.getBoundingClientRect();
        const point = { x: event.clientX - left, y: event.clientY - top };
        const by = Math.max(-maxWheel, Math.min(maxWheel, -event.deltaY)) / wheelPerE;
        setView(zoomAt(view, view.zoom * Math.exp(by), point));
        return;
      }
      const [x, y] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
      setView({ x: view.x - x, y: view.y - y });
    };
    // React's own listeners cannot stop the page from scrolling.
    canvas.addEventListener('wheel', turn, { passive: false });
    return () => canvas.removeEventListener('wheel', turn);
  }, [store, root]);
}
