import { ActionIcon, Button } from '@mantine/core';
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import type { GradientStop } from '../model/template.ts';
import { IconPlus, IconTrash } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { parts } from './controls.ts';
import { Scope, useEdited, useKey } from './edited.tsx';
import { addStop, moveStop, widestGap } from './values/paint.ts';
import classes from './fields.module.css';
import { ColorField } from './color-field.tsx';
import { toHex } from './swatches.tsx';
import { useInks } from './ink-picker.tsx';
import { NumberField } from './number-field.tsx';

const words = propertyWords.paint;

/** The stops of a gradient: on a bar to drag, and as a list with numbers and colors. */
export function StopsField(): ReactNode {
  const { name, targets } = useEdited();
  const key = useKey('stops');
  const outer = name ?? key.name;
  const stops = (targets[0] as { readonly stops: readonly GradientStop[] }).stops;
  const change = (make: (current: readonly GradientStop[]) => readonly GradientStop[], isTyping = false) =>
    key.setEach((current) => make(current as readonly GradientStop[]), isTyping);
  const remove = (index: number) => {
    if (stops.length > 1) change((current) => current.toSpliced(index, 1));
  };
  return (
    <div className={classes.stops} role="group" aria-label={words.stops(outer)}>
      <Bar
        name={outer}
        stops={stops}
        onMove={(index, offset) => change((current) => moveStop(current, index, offset), true)}
        onMoved={key.finish}
        onAdd={(offset) => change((current) => addStop(current, offset))}
        onRemove={remove}
      />
      {stops.map((_, index) => (
        <Scope key={index} path={`stops.${index}`} name={words.stop(outer, index + 1)}>
          <div className={classes.stop}>
            <NumberField control={offsetControl} hasLabel={false} />
            <ColorField control={{ path: 'color' }} hasLabel={false} />
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              w={24}
              h={28}
              aria-label={propertyWords.remove(words.stop(outer, index + 1))}
              disabled={stops.length < 2}
              onClick={() => remove(index)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        </Scope>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => change((current) => addStop(current, widestGap(current)))}
      >
        {words.addStop}
      </Button>
    </div>
  );
}

const offsetControl = {
  ...parts.paint!.find(({ path }) => path === 'stops[].offset')!,
  path: 'offset',
};

interface BarProps {
  readonly name: string;
  readonly stops: readonly GradientStop[];
  readonly onMove: (index: number, offset: number) => void;
  readonly onMoved: () => void;
  readonly onAdd: (offset: number) => void;
  readonly onRemove: (index: number) => void;
}

/** The gradient from left to right, with a handle for each stop. A double click adds one. */
function Bar({ name, stops, onMove, onMoved, onAdd, onRemove }: BarProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const inks = useInks();
  const offsetAt = (clientX: number): number => {
    const { left, width } = bar.current!.getBoundingClientRect();
    return Math.min(1, Math.max(0, (clientX - left) / width));
  };
  const colors = stops.map(({ offset, color }) => `${toHex(color, inks) ?? 'transparent'} ${offset * 100}%`);
  const shown = stops.length === 1 ? [...colors, colors[0]!] : colors;
  return (
    <div
      ref={bar}
      className={classes.bar}
      style={{ backgroundImage: `linear-gradient(90deg, ${shown.join(', ')})` }}
      onDoubleClick={({ target, currentTarget, clientX }) => {
        if (target === currentTarget) onAdd(offsetAt(clientX));
      }}
    >
      {stops.map(({ offset, color }, index) => (
        <span
          key={index}
          role="slider"
          tabIndex={0}
          aria-label={words.stop(name, index + 1)}
          aria-valuemin={0}
          aria-valuemax={1}
          aria-valuenow={offset}
          title={words.stopHint}
          className={classes.handle}
          style={{
            insetInlineStart: `${offset * 100}%`,
            backgroundColor: toHex(color, inks) ?? 'transparent',
          }}
          onPointerDown={(event: PointerEvent<HTMLSpanElement>) => {
            // What was moved with keys is another edit.
            onMoved();
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={(event: PointerEvent<HTMLSpanElement>) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId))
              onMove(index, offsetAt(event.clientX));
          }}
          onPointerUp={onMoved}
          onPointerCancel={onMoved}
          onBlur={onMoved}
          onKeyDown={(event: KeyboardEvent) => {
            const distance = distances[event.key];
            if (distance !== undefined) {
              event.preventDefault();
              event.stopPropagation();
              onMove(index, offset + distance * (event.shiftKey ? 10 : 1));
            } else if (event.key === 'Delete' || event.key === 'Backspace') {
              event.preventDefault();
              event.stopPropagation();
              onRemove(index);
            }
          }}
        />
      ))}
    </div>
  );
}

const distances: Readonly<Record<string, number>> = {
  ArrowLeft: -0.01,
  ArrowDown: -0.01,
  ArrowRight: 0.01,
  ArrowUp: 0.01,
  Home: -1,
  End: 1,
};
