import { ActionIcon, NativeSelect, Popover, Tooltip } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { compose } from 'transformation-matrix';
import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconDots,
  IconLineHeight,
  IconList,
  IconTextDecrease,
  IconTextIncrease,
} from '../../../generated/icons.ts';
import { barWords as words } from '../../../words/designer/selection-bar.ts';
import { ColorField } from '../../fields/color-field.tsx';
import { length, number } from '../../fields/controls.ts';
import { EditedContext, useEdited, useKey, type Edited } from '../../fields/edited.tsx';
import { FontField } from '../../fields/font-field.tsx';
import { NumberField } from '../../fields/number-field.tsx';
import { elementSchemas } from '../../fields/values/schema.ts';
import { setElementValue } from '../../fields/values/values.ts';
import { convertLength } from '../../model/amount.ts';
import { changeElements } from '../../model/changes/content.ts';
import { findElements } from '../../model/elements.ts';
import { seenDocument } from '../../model/known-boxes.ts';
import { computeCorners, measureBounds, roundLength, toPage } from '../../model/placement.ts';
import type { TemplateElement } from '../../model/template.ts';
import { findPart } from '../../properties/part-of-text.ts';
import { useDesigner, useDesignerStore } from '../../state/use-designer.ts';
import { pageToScreen } from '../../view/screen.ts';
import classes from './selection-bar.module.css';

/** The height of the bar, and its distance from the handle of rotation. */
const barHeight = 40;
const distance = 34;

/** The style of the selected texts, or of a part of one, above them. Only wide windows have room for it. */
export function SelectionBar(): ReactNode {
  const store = useDesignerStore();
  const design = useDesigner((state) => state.design);
  const view = useDesigner((state) => state.view);
  const range = useDesigner((state) => state.textRange);
  const isBusy = useDesigner(({ gesture, isPreview }) => gesture !== null || isPreview);
  const { document, selection } = design;
  const elements = useMemo(
    () => findElements(document, selection).map(({ element }) => element),
    [document, selection],
  );
  const part = useMemo(
    () => findPart(store, { document, selection }, range),
    [store, document, selection, range],
  );
  if (isBusy || elements.length === 0 || elements.some(({ type }) => type !== 'text')) return null;
  const seen = seenDocument(design);
  const screen = pageToScreen(seen, view);
  const corners = findElements(seen, selection).flatMap((placed) =>
    computeCorners(placed.element, compose(screen, toPage(placed))),
  );
  const { x, y, width, height } = measureBounds(corners);
  const above = y - distance - barHeight;
  const whole: Edited = {
    targets: elements,
    schema: textSchema,
    unit: document.viewportUnit ?? 'px',
    name: words.text,
    inherited: null,
    set: (target, path, value, kept) => setElementValue(target as TemplateElement, path, value, kept),
    change: (recipe, joins) =>
      store
        .getState()
        .change((before) => changeElements(before, selection, recipe, joins === undefined ? {} : { joins })),
  };
  return (
    <div
      role="toolbar"
      data-panel
      aria-label={part === null ? words.bar : words.barOfPart}
      className={classes.bar}
      style={{
        left: `clamp(min(300px, 50%), ${x + width / 2}px, max(50%, 100% - 300px))`,
        top: above >= 24 ? above : `clamp(24px, ${y + height + 14}px, 100% - 100px)`,
      }}
      onMouseDown={(event) => {
        // The text keeps the focus, and what is selected in it stays seen.
        if (!(event.target instanceof Element) || event.target.closest('input, select') === null)
          event.preventDefault();
      }}
    >
      <EditedContext value={part?.edited ?? whole} key={part === null ? 'whole' : 'part'}>
        <div className={classes.family}>
          <FontField control={{ path: 'fontFamily', kind: 'font' }} hasLabel={false} />
        </div>
        <Size />
        <Weight />
        <div className={classes.color}>
          <ColorField control={{ path: 'color' }} hasLabel={false} />
        </div>
      </EditedContext>
      {part === null ? (
        <EditedContext value={whole}>
          <Align />
          <ListButton />
        </EditedContext>
      ) : null}
      <EditedContext value={part?.edited ?? whole}>
        <Spacing hasLines={part === null} />
      </EditedContext>
      <BarButton name={words.more} icon={<IconDots size={16} aria-hidden />} onClick={goToProperties} />
    </div>
  );
}

const textSchema = [elementSchemas().get('text')!];

function goToProperties(): void {
  document.querySelector<HTMLElement>('section[data-panel] :is(input, button, select, textarea)')?.focus();
}

interface BarButtonProps {
  readonly name: string;
  readonly icon: ReactNode;
  readonly isOn?: boolean;
  readonly onClick: () => void;
}

function BarButton({ name, icon, isOn, onClick }: BarButtonProps): ReactNode {
  return (
    <Tooltip label={name}>
      <ActionIcon
        variant={isOn === true ? 'light' : 'subtle'}
        {...(isOn === true ? {} : { color: 'gray' })}
        aria-label={name}
        aria-pressed={isOn}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** How much larger or smaller one press makes the letters. */
const sizeStep = 1.2;

function Size(): ReactNode {
  const key = useKey('fontSize');
  const { unit } = useEdited();
  const preset = typeof key.rule.default === 'number' ? key.rule.default : convertLength(16, 'px', unit);
  const by = (factor: number) => {
    key.setEach((size) => {
      const next = (typeof size === 'number' ? size : preset) * factor;
      return unit === 'px' ? Math.max(1, Math.round(next)) : roundLength(next);
    });
    key.finish();
  };
  return (
    <>
      <BarButton
        name={words.smaller}
        icon={<IconTextDecrease size={16} aria-hidden />}
        onClick={() => by(1 / sizeStep)}
      />
      <div className={classes.size}>
        <NumberField control={length('fontSize', { presetPx: 16 })} hasLabel={false} />
      </div>
      <BarButton
        name={words.larger}
        icon={<IconTextIncrease size={16} aria-hidden />}
        onClick={() => by(sizeStep)}
      />
    </>
  );
}

const weights = [100, 200, 300, 400, 500, 600, 700, 800, 900] as const;

/** The weight by its name. */
function Weight(): ReactNode {
  const key = useKey('fontWeight');
  const preset = typeof key.rule.default === 'number' ? key.rule.default : 400;
  const weight = typeof key.value === 'number' ? key.value : preset;
  const value = key.isMixed ? '' : String(weight);
  const isNamed = weights.some((each) => String(each) === value);
  return (
    <NativeSelect
      size="xs"
      w={104}
      aria-label={key.name}
      value={value}
      data={[
        ...(isNamed ? [] : [{ value, label: key.isMixed ? words.mixed : value }]),
        ...weights.map((each) => ({ value: String(each), label: words.weights[each] })),
      ]}
      onChange={({ currentTarget }) => {
        const chosen = Number(currentTarget.value);
        key.set(chosen === preset && key.rule.default !== undefined ? undefined : chosen);
        key.finish();
      }}
    />
  );
}

const alignments = [
  ['left', IconAlignLeft],
  ['center', IconAlignCenter],
  ['right', IconAlignRight],
  ['justify', IconAlignJustified],
] as const;

/** One button that goes through the alignments. */
function Align(): ReactNode {
  const key = useKey('align');
  const index = alignments.findIndex(([name]) => name === (key.value === 'start' ? 'left' : key.value));
  const shown = alignments[Math.max(0, index)]!;
  const [next] = alignments[(Math.max(0, index) + 1) % alignments.length]!;
  const Icon = shown[1];
  return (
    <BarButton
      name={words.align(words.alignments[shown[0]], words.alignments[next])}
      icon={<Icon size={16} aria-hidden />}
      onClick={() => {
        key.set(next);
        key.finish();
      }}
    />
  );
}

function ListButton(): ReactNode {
  const key = useKey('list');
  const isOn = key.value !== undefined && key.value !== 'none';
  return (
    <BarButton
      name={words.list}
      isOn={isOn}
      icon={<IconList size={16} aria-hidden />}
      onClick={() => {
        key.set(isOn ? undefined : 'disc');
        key.finish();
      }}
    />
  );
}

function Spacing({ hasLines }: { readonly hasLines: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.spacing}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconLineHeight size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" w={180} aria-label={words.spacing}>
        <NumberField control={length('letterSpacing')} />
        {hasLines ? <NumberField control={number('lineHeight', 0.1)} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}
