import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconAngle, IconDropletHalf2 } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { isPlaceholder } from '../expressions/is-placeholder.ts';
import { WithOffers } from '../expressions/with-offers.tsx';
import type { Control } from './controls.ts';
import { useEdited, useKey } from './edited.tsx';
import {
  readPreset,
  readNumber,
  stepNumber,
  type NumberFault,
  type NumberField as Field,
} from './values/numbers.ts';
import type { Rule } from './values/schema.ts';
import { roundLength } from '../model/placement.ts';
import classes from './fields.module.css';
import { BindButton } from './bind-button.tsx';

const words = propertyWords.number;

interface NumberFieldProps {
  readonly control: Control;
  readonly kept?: string | null;
  /** Whether its name stands above it. */
  readonly hasLabel?: boolean;
}

/** What stands in the fields of every element, in place of a label. */
const signs: Readonly<Record<string, ReactNode>> = {
  x: 'X',
  y: 'Y',
  width: 'W',
  height: 'H',
  rotation: <IconAngle size={14} aria-hidden />,
  opacity: <IconDropletHalf2 size={14} aria-hidden />,
};

/**
 * A number. Enter and leaving the field apply what is typed; Escape restores what was there; the arrow
 * keys step. What is typed is applied as well when the field goes away, such as when another element is
 * selected.
 */
export function NumberField({ control, kept = null, hasLabel = true }: NumberFieldProps): ReactNode {
  const { path, isLength = false, step = 1, presetPx = null, isNeeded = false } = control;
  const { unit, name: outer } = useEdited();
  const key = useKey(path, kept);
  const hasDefault = typeof key.rule.default === 'number';
  const rule = isNeeded ? { ...key.rule, isRequired: true } : key.rule;
  const field: Field = { rule, isLength, unit, presetPx: hasDefault ? null : presetPx };
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<NumberFault | null>(null);
  const preset = readPreset(field);
  // Some lengths are a word if nothing else is set.
  const presetWord = rule.options.find((option) => option === rule.default);
  const input = useRef<HTMLInputElement>(null);
  const sign = outer === null ? signs[path] : undefined;
  const hint = isLength ? words.lengthHint : words.hint;

  const show = (text: string | null) => {
    setTyped(text);
    setFault(null);
  };
  const apply = () => {
    if (typed === null) return;
    if (isBinding(typed, rule)) {
      key.setEach(() => typed.trim());
      key.finish();
      show(null);
      return;
    }
    // Some lengths have words as well: a box may hug its content, or fill a layout.
    const word = rule.options.find((option) => option === typed.trim().toLowerCase());
    if (word !== undefined) {
      key.set(word);
      key.finish();
      show(null);
      return;
    }
    const change = readNumber(typed, field, key.values);
    if ('fault' in change) {
      setFault(change.fault);
      return;
    }
    key.setEach(change.apply);
    key.finish();
    show(null);
  };
  useLeaving(apply);

  const writeExpression = () => {
    const text = formatValue(key.value ?? preset) || '0';
    show(isBinding(text, rule) ? text : `{{ ${text} }}`);
    // After the menu has given the focus back.
    setTimeout(() => {
      input.current?.focus();
      input.current?.setSelectionRange(3, 3 + text.length);
    }, 50);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      apply();
    } else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      show(null);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      if (key.values.some((value) => typeof value === 'string')) return;
      const distance = step * (event.shiftKey ? 10 : 1) * (event.key === 'ArrowUp' ? 1 : -1);
      const change =
        typed === null ? { apply: (value: unknown) => value } : readNumber(typed, field, key.values);
      if ('fault' in change) {
        setFault(change.fault);
        return;
      }
      key.setEach((current) => stepNumber(change.apply(current), distance, field), true);
      show(null);
    }
  };
  const shown = typed ?? formatValue(key.value);
  const isBindable = rule.takesPlaceholder;
  return (
    <WithOffers text={isBindable ? shown : ''} place={key.place} onText={show}>
      {(offers) => (
        <TextInput
          {...offers}
          ref={input}
          size="xs"
          label={hasLabel && sign === undefined ? key.label : undefined}
          leftSection={sign === undefined ? undefined : <span className={classes.sign}>{sign}</span>}
          leftSectionWidth={24}
          aria-label={key.name}
          title={sign === undefined ? hint : `${key.name}. ${hint}`}
          inputMode={typeof key.value === 'string' ? 'text' : 'decimal'}
          autoComplete="off"
          spellCheck={false}
          value={shown}
          rightSection={isBindable ? <BindButton path={path} onExpression={writeExpression} /> : null}
          rightSectionWidth={24}
          className={isBindable ? classes.bindable : undefined}
          placeholder={key.isMixed ? propertyWords.mixed : (presetWord ?? (formatValue(preset) || undefined))}
          onChange={({ currentTarget }) => show(currentTarget.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={() => {
            apply();
            key.finish();
          }}
          onKeyDown={onKeyDown}
          data-undo={typed === null ? 'design' : undefined}
          error={fault === null ? null : describeFault(fault, field)}
        />
      )}
    </WithOffers>
  );
}

/** Calls a function when the component goes away. */
export function useLeaving(leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => () => latest.current(), []);
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(roundLength(value)) : '';
}

/** Whether a text binds a number of an element to a variable or an expression. */
function isBinding(text: string, { takesPlaceholder }: Rule): boolean {
  return takesPlaceholder && isPlaceholder(text);
}

function describeFault(fault: NumberFault, { rule, isLength }: Field): string {
  if (fault === 'required') return propertyWords.required;
  if (fault === 'syntax') return isLength ? words.lengthSyntax : words.syntax;
  return describeRange(rule);
}

/** What a number has to be, in words. */
export function describeRange({ minimum, maximum, isAboveMinimum }: Rule): string {
  return words.range(minimum, maximum, isAboveMinimum);
}
