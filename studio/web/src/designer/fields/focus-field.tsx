import { ActionIcon, Text } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { IconX } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { edit, unset } from '../model/design.ts';
import type { FocusPoint } from '../model/template.ts';
import { useDesigner } from '../state/use-designer.ts';
import { FieldLabel } from './field-label.tsx';
import classes from './fields.module.css';

const words = propertyWords.focus;
const noPoints: readonly FocusPoint[] = [];
/** How far a key moves the point. */
const step = 0.05;
const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** The focus point of a file: a click into the picture sets it for all elements that show the file. */
export function FocusField({ src }: { readonly src: string }): ReactNode {
  const templateId = useDesigner((state) => state.templateId);
  const points = useDesigner(({ design }) => design.document.focusPoints ?? noPoints);
  const change = useDesigner((state) => state.change);
  const point = points.find((each) => each.src === src);
  const set = (next: { readonly x: number; readonly y: number } | null) => {
    const others = points.filter((each) => each.src !== src);
    const all = next === null ? others : [...others, { src, x: round(next.x), y: round(next.y) }];
    change((design) =>
      edit(
        design,
        ({ document }) => {
          if (all.length === 0) unset(document, 'focusPoints');
          else document.focusPoints = all;
        },
        { joins: `focus ${src}` },
      ),
    );
  };
  const click = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) => {
    // A key has no place in the picture.
    if (detail === 0) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    set({ x: (clientX - left) / width, y: (clientY - top) / height });
  };
  return (
    <div>
      <FieldLabel
        text={words.label}
        action={
          point === undefined ? null : (
            <ActionIcon
              size={20}
              variant="subtle"
              color="gray"
              aria-label={words.remove}
              onClick={() => set(null)}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          )
        }
      />
      <button
        type="button"
        className={classes.focusPicture}
        aria-label={point === undefined ? words.set : words.at(point.x, point.y)}
        onClick={click}
        onKeyDown={(event) => {
          const move = moves[event.key];
          if (move === undefined) return;
          event.preventDefault();
          const { x, y } = point ?? { x: 0.5, y: 0.5 };
          set({ x: x + move[0], y: y + move[1] });
        }}
      >
        <img src={`/studio/api/v1/templates/${templateId}/file?path=${encodeURIComponent(src)}`} alt="" />
        {point === undefined ? null : (
          <span
            className={classes.focusPoint}
            style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
            aria-hidden
          />
        )}
      </button>
      <Text size="xs" c="dimmed">
        {words.hint}
      </Text>
    </div>
  );
}

function round(fraction: number): number {
  return Math.round(Math.min(1, Math.max(0, fraction)) * 1000) / 1000;
}
