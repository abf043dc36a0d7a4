import { Alert } from '@mantine/core';
import { memo, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { describeError, type ApiError } from '../../../api/problem.ts';
import { designerWords as words } from '../../../words/designer/designer.ts';
import { seenDocument } from '../../model/known-boxes.ts';
import { pageInWork } from '../../model/pages.ts';
import { pixelsPerUnit } from '../../model/pixels-per-unit.ts';
import { placeAroundWork } from '../../model/place-pages.ts';
import { useDesigner, useDesignerStore } from '../../state/use-designer.ts';
import classes from '../canvas.module.css';
import { FaultList } from '../faults.tsx';
import { Pictures, type ShowPicture } from './pictures.ts';

/** The pictures of all pages, side by side, and what is dragged above them. */
export function PagePictures({ show }: { readonly show: ShowPicture }): ReactNode {
  const store = useDesignerStore();
  const canvases = useRef(new Map<string | null, HTMLCanvasElement>());
  const moving = useRef<HTMLCanvasElement>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [painted, setPainted] = useState<ReadonlyMap<string | null, Painted>>(new Map());
  const document = useDesigner(({ design }) => seenDocument(design));
  const problems = useDesigner((state) => state.problems);
  const known = useDesigner((state) => state.renderedPages);
  const view = useDesigner((state) => state.view);
  useEffect(() => {
    const layers = { page: (id: string | null) => canvases.current.get(id) ?? null, moving: moving.current! };
    const pictures = new Pictures(store, layers, show, {
      onError: setError,
      onPicture: (id, perPixel) => setPainted((before) => new Map(before).set(id, { perPixel })),
    });
    return () => pictures.close();
  }, [store, show]);
  const unit = pixelsPerUnit(document) * view.zoom;
  const inWork = pageInWork(document);
  const pages = placeAroundWork(document, known);
  const workId = pages[inWork]?.id ?? null;
  const { width, height } = document.viewport;
  useLayoutEffect(() => {
    fitCanvas(moving.current!, width * unit, height * unit, painted.get(workId), view.zoom);
  });
  return (
    <>
      <div className={classes.layers} style={{ transform: `translate(${view.x}px, ${view.y}px)` }}>
        {pages.map(({ id, index, x, y, ...size }) => (
          <PageCanvas
            key={id ?? ''}
            id={id}
            isInWork={index === inWork}
            left={x * unit}
            top={y * unit}
            width={size.width * unit}
            height={size.height * unit}
            painted={painted.get(id)}
            zoom={view.zoom}
            canvases={canvases.current}
          />
        ))}
        <canvas ref={moving} className={classes.layer} data-layer="moving" hidden />
      </div>
      {error === null && problems.length === 0 ? null : (
        <div className={classes.notice} data-notice>
          <FaultList />
          {error === null ? null : (
            <Alert color="yellow" title={words.noPicture} role="status">
              {describeError(error).detail}
            </Alert>
          )}
        </div>
      )}
    </>
  );
}

/** A picture that a canvas has got: another object for each, whose size may be another. */
interface Painted {
  /** Pixels for one CSS pixel of the page. */
  readonly perPixel: number;
}

interface PageCanvasProps {
  readonly id: string | null;
  readonly isInWork: boolean;
  /** On the screen, from the page in work. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Undefined: it has no picture yet. */
  readonly painted: Painted | undefined;
  readonly zoom: number;
  /** Where it is found by its id. */
  readonly canvases: Map<string | null, HTMLCanvasElement>;
}

const PageCanvas = memo(function PageCanvas(props: PageCanvasProps): ReactNode {
  const { id, isInWork, left, top, width, height, painted, zoom, canvases } = props;
  const own = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    canvases.set(id, own.current!);
    return () => void canvases.delete(id);
  }, [canvases, id]);
  useLayoutEffect(() => fitCanvas(own.current!, width, height, painted, zoom));
  return (
    <canvas
      ref={own}
      className={classes.page}
      data-layer={isInWork ? 'page' : 'other'}
      data-page={id}
      data-shown={painted === undefined ? undefined : true}
      style={{ translate: `${left}px ${top}px` }}
    />
  );
});

/**
 * A picture's sides are whole pixels: its edges are where the render has them, not where the page ends.
 * Browsers round the sides and places of boxes to whole pixels, but not what is moved and scaled.
 */
function fitCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  painted: Painted | undefined,
  zoom: number,
): void {
  const factor = painted === undefined ? null : zoom / painted.perPixel;
  const wide = factor === null ? width : canvas.width * factor;
  const high = factor === null ? height : canvas.height * factor;
  const [boxWidth, boxHeight] = [Math.ceil(wide), Math.ceil(high)];
  canvas.style.width = `${boxWidth}px`;
  canvas.style.height = `${boxHeight}px`;
  canvas.style.scale = `${wide / boxWidth} ${high / boxHeight}`;
}
