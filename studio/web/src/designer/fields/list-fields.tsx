import { ActionIcon, NativeSelect } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconBorderCorners } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { parts, type Control } from './controls.ts';
import { useEdited, useKey } from './edited.tsx';
import { readNumbers, type NumberField as Field } from './values/numbers.ts';
import { isObject } from './values/values.ts';
import classes from './fields.module.css';
import { FieldLabel } from './field-label.tsx';
import { FocusField } from './focus-field.tsx';
import { describeRange, NumberField } from './number-field.tsx';
import { CheckedText } from './text-field.tsx';

interface FieldProps {
  readonly control: Control;
  readonly kept?: string | null;
}

/** How many numbers a list may have. */
const counts: Readonly<Record<string, number>> = {
  viewBox: 4,
  'path.viewBox': 4,
  'mask.viewBox': 4,
  cmyk: 4,
};
/** How many it may have at most. */
const maxSides: Readonly<Record<string, number>> = {
  margin: 4,
  'layout.padding': 4,
  'header.padding': 4,
  'body.padding': 4,
  'total.padding': 4,
  'groupHeader.padding': 4,
  'groupTotal.padding': 4,
  'carry.padding': 4,
  padding: 4,
};

/** Several numbers, such as the lengths of dashes. */
export function NumbersField({ control, kept = null }: FieldProps): ReactNode {
  const key = useKey(control.path, kept);
  const field = useField(control, key.rule);
  const count = counts[control.path];
  const check = (text: string): string | null => {
    const numbers = readNumbers(text, field);
    if (numbers === null) return `${propertyWords.number.list} ${describeRange(key.rule)}`;
    if (numbers.length > (maxSides[control.path] ?? Infinity)) return propertyWords.number.sides;
    if (text === '' || count === undefined || numbers.length === count) return null;
    return propertyWords.number.viewBox;
  };
  return (
    <CheckedText
      label={key.label}
      name={key.name}
      value={getList(key.value)}
      placeholder={key.isMixed ? propertyWords.mixed : getList(key.rule.default)}
      check={check}
      onApply={(text) => key.set(text === '' ? undefined : readNumbers(text, field))}
    />
  );
}

/** The radius of the corners: one, or four. */
export function CornersField({ control }: FieldProps): ReactNode {
  const key = useKey(control.path);
  const field = useField(control, key.rule);
  const four = Array.isArray(key.value) ? (key.value as readonly number[]) : null;
  const [isFour, setFour] = useState(false);
  const words = propertyWords.corners;
  const check = (text: string): string | null => {
    const length = readNumbers(text, field)?.length;
    return text === '' || length === 1 || length === 4 ? null : propertyWords.number.corners;
  };
  const read = (text: string): unknown => {
    const numbers = readNumbers(text, field) ?? [];
    return numbers.length === 1 ? numbers[0] : numbers;
  };
  const toggle = () => {
    setFour(!isFour);
    if (isFour && four !== null) key.set(four[0]);
  };
  return (
    <div>
      <FieldLabel
        text={key.label}
        action={
          <ActionIcon
            size={20}
            variant={isFour ? 'light' : 'subtle'}
            {...(isFour ? { color: 'ink' } : { color: 'gray', c: 'dimmed' })}
            aria-pressed={isFour}
            aria-label={words.four}
            onClick={toggle}
          >
            <IconBorderCorners size={14} aria-hidden />
          </ActionIcon>
        }
      />
      {isFour ? (
        <div className={classes.corners}>
          {propertyWords.cornerNames.map((name, index) => (
            <CheckedText
              key={name}
              name={name}
              value={String((four ?? repeated(key.value))[index] ?? '')}
              placeholder={key.isMixed ? propertyWords.mixed : '0'}
              check={(text) =>
                text === '' || readNumbers(text, field)?.length === 1 ? null : describeRange(key.rule)
              }
              onApply={(text) =>
                key.setEach((current) => {
                  const corners = Array.isArray(current) ? (current as readonly number[]) : repeated(current);
                  return corners.with(index, readNumbers(text, field)?.[0] ?? 0);
                })
              }
            />
          ))}
        </div>
      ) : (
        <CheckedText
          name={key.name}
          value={four === null ? getList(key.value) : four.join(' ')}
          placeholder={key.isMixed ? propertyWords.mixed : getList(key.rule.default)}
          check={check}
          onApply={(text) => key.set(text === '' ? undefined : read(text))}
        />
      )}
    </div>
  );
}

/** Which part of a picture is kept when it is cut: a point, or what the picture shows. */
export function PositionField({ control: { path } }: FieldProps): ReactNode {
  const key = useKey(path);
  const words = propertyWords.position;
  const isPoint = key.value === undefined || isObject(key.value);
  const file = findFile(useKey('src').value);
  return (
    <div className={classes.paint}>
      <NativeSelect
        size="xs"
        label={key.label}
        aria-label={key.name}
        value={key.isMixed ? 'mixed' : typeof key.value === 'string' ? key.value : 'point'}
        onChange={({ currentTarget: { value } }) => key.set(value === 'point' ? undefined : value)}
      >
        {key.isMixed ? (
          <option value="mixed" disabled>
            {propertyWords.mixed}
          </option>
        ) : null}
        {(['point', 'attention', 'face', 'subject', 'absolute'] as const).map((option) => (
          <option key={option} value={option}>
            {words[option]}
          </option>
        ))}
      </NativeSelect>
      {file === null || key.values.some((value) => value !== undefined) ? null : <FocusField src={file} />}
      {isPoint && key.values.every((value) => typeof value !== 'string') ? (
        <div className={classes.grid}>
          {parts.position!.map((part) => (
            <NumberField key={part.path} control={{ ...part, path: `${path}.${part.path}` }} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** A picture of the template's folder that `src` names; null: it names none, or a value does. */
function findFile(src: unknown): string | null {
  if (typeof src !== 'string' || src === '' || src.includes('{{') || /^[a-z][a-z0-9+.-]*:/iu.test(src))
    return null;
  return src;
}

function useField(control: Control, rule: Field['rule']): Field {
  const { unit } = useEdited();
  return { rule, isLength: control.isLength ?? false, unit, presetPx: null };
}

function repeated(value: unknown): readonly number[] {
  return Array.from({ length: 4 }, () => (typeof value === 'number' ? value : 0));
}

function getList(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.join(' ') : '';
}
