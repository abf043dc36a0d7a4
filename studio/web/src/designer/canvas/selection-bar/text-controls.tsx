import { ActionIcon, NativeSelect, Popover } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconLineHeight,
  IconList,
  IconTextDecrease,
  IconTextIncrease,
  IconVectorSpline,
} from '../../../generated/icons.ts';
import { barWords as words } from '../../../words/designer/selection-bar.ts';
import { ColorField } from '../../fields/color-field.tsx';
import { length, number } from '../../fields/controls.ts';
import { EditedContext, useEdited, useKey, type Edited } from '../../fields/edited.tsx';
import { FontField } from '../../fields/font-field.tsx';
import { NumberField } from '../../fields/number-field.tsx';
import { curveKinds, readCurve, writeCurve } from '../../model/curve.ts';
import { convertLength } from '../../model/amount.ts';
import { roundLength } from '../../model/placement.ts';
import { propertyWords } from '../../../words/designer/properties.ts';
import { BarButton } from './bar-button.tsx';
import { ChoiceMenu } from './choice-menu.tsx';
import classes from './selection-bar.module.css';

interface TextControlsProps {
  readonly whole: Edited;
  /** The part of the text that is selected; null: all of it is meant. */
  readonly part: Edited | null;
}

/** The style of texts, or of a part of one. */
export function TextControls({ whole, part }: TextControlsProps): ReactNode {
  return (
    <>
      <EditedContext value={part ?? whole} key={part === null ? 'whole' : 'part'}>
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
          <CurveMenu />
        </EditedContext>
      ) : null}
      <EditedContext value={part ?? whole}>
        <Spacing hasLines={part === null} />
      </EditedContext>
    </>
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

/** A curve is bent so far at first, in percent of the box. */
const firstBend = 50;

/** The line that the text stands on. */
function CurveMenu(): ReactNode {
  return (
    <ChoiceMenu
      name={words.curve}
      icon={<IconVectorSpline size={16} aria-hidden />}
      path="path"
      none={words.straight}
      findChosen={(path) => readCurve(path)?.kind}
      choices={curveKinds.map((kind) => ({
        id: kind,
        name: propertyWords.curve.kinds[kind],
        value: writeCurve({ kind, bend: firstBend }),
      }))}
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
