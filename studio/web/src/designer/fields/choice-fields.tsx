import { NativeSelect, Switch, Text } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { isPlaceholder } from '../expressions/is-placeholder.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useKey, type EditedKey } from './edited.tsx';
import { BindButton } from './bind-button.tsx';
import { FieldLabel } from './field-label.tsx';
import { CheckedText } from './text-field.tsx';
import classes from './fields.module.css';

interface FieldProps {
  readonly control: Control;
  readonly kept?: string | null;
}

/** One of the options of the schema. The default removes the key. */
export function ChoiceField({ control: { path }, kept = null }: FieldProps): ReactNode {
  const key = useKey(path, kept);
  const { options, isRequired, takesPlaceholder, hasBooleans } = key.rule;
  const preset = toOption(key.rule.default);
  const hasEmpty = preset === null && !isRequired;
  const toValue = (option: string) =>
    hasBooleans && (option === 'true' || option === 'false') ? option === 'true' : option;
  const select = (
    <NativeSelect
      size="xs"
      label={takesPlaceholder ? undefined : key.label}
      aria-label={key.name}
      value={key.isMixed ? 'mixed ' : (toOption(key.value) ?? preset ?? '')}
      onChange={({ currentTarget: { value } }) =>
        key.set(value === '' || value === preset ? undefined : toValue(value))
      }
    >
      {key.isMixed ? (
        <option value="mixed " disabled>
          {propertyWords.mixed}
        </option>
      ) : null}
      {hasEmpty ? <option value="">{propertyWords.notSet}</option> : null}
      {named(path, options).map(({ option, name }) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
  if (!takesPlaceholder) return select;
  const first = JSON.stringify(typeof key.value === 'string' ? key.value : (preset ?? options[0] ?? ''));
  return (
    <BindableChoice path={path} edited={key} expression={`{{ ${first} }}`}>
      {select}
    </BindableChoice>
  );
}

/** The option of a value; null: it has none. */
function toOption(value: unknown): string | null {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : null;
}

interface BindableChoiceProps {
  readonly path: string;
  readonly edited: EditedKey;
  /** What an expression begins as. */
  readonly expression: string;
  /** The control of a fixed word. */
  readonly children: ReactNode;
}

/** A word, or what a variable or an expression makes. */
function BindableChoice({ path, edited, expression, children }: BindableChoiceProps): ReactNode {
  const field = useRef<HTMLDivElement>(null);
  const { value, rule } = edited;
  const text = typeof value === 'string' && isPlaceholder(value) ? value : null;
  const writeExpression = () => {
    if (text === null) edited.set(expression);
    selectExpression(field.current);
  };
  // The button stays the same one in both: it knows the value before.
  return (
    <div ref={field}>
      <FieldLabel text={edited.label} action={<BindButton path={path} onExpression={writeExpression} />} />
      {text === null ? (
        children
      ) : (
        <CheckedText
          name={edited.name}
          place={edited.place}
          value={text}
          check={(typed) => (isPlaceholder(typed) ? null : propertyWords.choiceFault(rule.options))}
          onApply={(typed) => edited.set(typed)}
        />
      )}
    </div>
  );
}

/** Selects what stands between the braces, after the menu has given the focus back. */
function selectExpression(field: HTMLElement | null): void {
  setTimeout(() => {
    const input = field?.querySelector('input');
    input?.focus();
    input?.setSelectionRange(3, input.value.length - 3);
  }, 50);
}

/** Options above which they are listed by their names. */
const maxUnsorted = 20;

/** The options with their names; many of them in alphabetical order. */
function named(path: string, options: readonly string[]) {
  const all = options.map((option) => ({ option, name: propertyWords.option(path, option) }));
  return all.length > maxUnsorted ? all.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) : all;
}

/** On or off. The default removes the key. Without a default, it may also be left to the locale. */
export function SwitchField({ control: { path }, kept = null }: FieldProps): ReactNode {
  const key = useKey(path, kept);
  if (key.rule.default === undefined) return <YesOrNo edited={key} />;
  const preset = key.rule.default === true;
  return (
    <div className={classes.switch}>
      <Switch
        size="xs"
        label={key.isMixed ? `${key.label} (${propertyWords.mixed.toLowerCase()})` : key.label}
        checked={typeof key.value === 'boolean' ? key.value : preset && !key.isMixed}
        onChange={({ currentTarget: { checked } }) => key.set(checked === preset ? undefined : checked)}
      />
    </div>
  );
}

function YesOrNo({ edited }: { readonly edited: EditedKey }): ReactNode {
  const { value, isMixed, label, name, set } = edited;
  return (
    <NativeSelect
      size="xs"
      label={label}
      aria-label={name}
      value={isMixed ? 'mixed' : typeof value === 'boolean' ? String(value) : ''}
      onChange={({ currentTarget }) =>
        set(currentTarget.value === '' ? undefined : currentTarget.value === 'true')
      }
    >
      {isMixed ? (
        <option value="mixed" disabled>
          {propertyWords.mixed}
        </option>
      ) : null}
      <option value="">{propertyWords.notSet}</option>
      <option value="true">{propertyWords.yes}</option>
      <option value="false">{propertyWords.no}</option>
    </NativeSelect>
  );
}

/** Whether an element is seen: yes, no, or as a variable or an expression says. */
export function VisibilityField({ control: { path } }: FieldProps): ReactNode {
  const key = useKey(path);
  const field = useRef<HTMLDivElement>(null);
  const writeExpression = () => {
    if (typeof key.value !== 'string') key.set(`{{ ${key.value === false ? 'false' : 'true'} }}`);
    selectExpression(field.current);
  };
  const isText = typeof key.value === 'string';
  // The button stays the same one in both: it knows the value before.
  return (
    <div ref={field}>
      <div className={isText ? classes.label : classes.visibility}>
        {isText ? (
          <Text span size="xs" c="dimmed" aria-hidden>
            {key.label}
          </Text>
        ) : (
          <Switch
            size="xs"
            label={key.isMixed ? `${key.label} (${propertyWords.mixed.toLowerCase()})` : key.label}
            checked={key.value !== false && !key.isMixed}
            onChange={({ currentTarget: { checked } }) => key.set(checked ? undefined : false)}
          />
        )}
        <BindButton path={path} onExpression={writeExpression} />
      </div>
      {isText ? (
        <CheckedText
          name={key.name}
          place={key.place}
          value={key.value}
          check={(text) => (isPlaceholder(text) ? null : propertyWords.visibleFault)}
          onApply={(text) => key.set(text)}
        />
      ) : null}
    </div>
  );
}
