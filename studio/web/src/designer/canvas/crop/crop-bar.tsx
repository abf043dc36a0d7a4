import { Button, Slider } from '@mantine/core';
import { compose } from 'transformation-matrix';
import { useRef, type ReactNode } from 'react';
import { designerWords } from '../../../words/designer/designer.ts';
import { cropImage } from '../../model/changes/crop.ts';
import { seenDocument } from '../../model/known-boxes.ts';
import { maxZoom, measureZoom, showPart, showWhole, zoomPicture } from '../../model/picture-crop.ts';
import { computeCorners, measureBounds, toPage } from '../../model/placement.ts';
import { findCropped } from '../../state/cropped.ts';
import { useDesigner, useDesignerStore } from '../../state/use-designer.ts';
import { pageToScreen } from '../../view/screen.ts';
import classes from './crop.module.css';

const words = designerWords.cropBar;

/** Pixels on the screen below the frame. */
const distance = 16;

/** From the edge of the canvas to the middle of the bar: half of its width, and the ruler. */
const room = 240;

/** The zoom of a picture that is cropped, below its frame. */
export function CropBar(): ReactNode {
  const store = useDesignerStore();
  const design = useDesigner((state) => state.design);
  const rendered = useDesigner((state) => state.rendered);
  const cropping = useDesigner((state) => state.cropping);
  const view = useDesigner((state) => state.view);
  const turn = useRef(0);
  const cropped = findCropped({ design, rendered, cropping });
  if (cropped === null) return null;
  const { placed, element, whole } = cropped;
  const screen = pageToScreen(seenDocument(design), view);
  const { x, y, width, height } = measureBounds(computeCorners(element, compose(screen, toPage(placed))));
  const zoom = measureZoom(whole, element);
  const change = (recipe: Parameters<typeof cropImage>[2], joins?: string) =>
    store
      .getState()
      .change((before) => cropImage(before, element.id, recipe, joins === undefined ? {} : { joins }));
  return (
    <div
      role="toolbar"
      aria-label={words.title}
      className={classes.bar}
      data-panel
      style={{
        left: `clamp(${room}px, ${x + width / 2}px, max(${room}px, 100% - ${room}px))`,
        top: `clamp(28px, ${y + height + distance}px, 100% - 92px)`,
      }}
    >
      <Slider
        className={classes.slider ?? ''}
        size="sm"
        min={1}
        max={maxZoom / 2}
        step={0.05}
        value={Math.min(zoom, maxZoom / 2)}
        thumbLabel={words.zoom}
        label={words.percent}
        onChange={(next) =>
          change((image) => showPart(image, zoomPicture(whole, element, next)), `crop zoom ${turn.current}`)
        }
        onChangeEnd={() => void (turn.current += 1)}
      />
      <Button size="compact-sm" variant="default" onClick={() => change(showWhole)}>
        {designerWords.commands.wholePicture}
      </Button>
      <Button size="compact-sm" onClick={() => store.getState().set({ cropping: null })}>
        {words.done}
      </Button>
    </div>
  );
}
