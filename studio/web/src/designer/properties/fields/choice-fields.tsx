import { NativeSelect, Switch } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { propertyWords } from '../../../words/designer/properties.ts';
import type { Control } from '../controls.ts';
import { useKey } from '../edited.tsx';
import { BindButton } from './bind-button.tsx';
import { FieldLabel } from './field-label.tsx';
import { CheckedText } from './text-field.tsx';
import classes from '../properties.module.css';

interface FieldProps {
  readonly control: Control;
  readonly kept?: string | null;
}

/** One of the options of the schema. The default removes the key. */
export function ChoiceField({ control: { path }, kept = null }: FieldProps): ReactNode {
  const key = useKey(path, kept);
  const { options, isRequired } = key.rule;
  const preset = typeof key.rule.default === 'string' ? key.rule.default : null;
  const hasEmpty = preset === null && !isRequired;
  return (
    <NativeSelect
      size="xs"
      label={key.label}
      aria-label={key.name}
      value={key.isMixed ? 'mixed ' : typeof key.value === 'string' ? key.value : (preset ?? '')}
      onChange={({ currentTarget: { value } }) =>
        key.set(value === '' || value === preset ? undefined : value)
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
}

/** Options above which they are listed by their names. */
const maxUnsorted = 20;

/** The options with their names; many of them in alphabetical order. */
function named(path: string, options: readonly string[]) {
  const all = options.map((option) => ({ option, name: propertyWords.option(path, option) }));
  return all.length > maxUnsorted ? all.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) : all;
}

/** On or off. The default removes the key. */
export function SwitchField({ control: { path }, kept = null }: FieldProps): ReactNode {
  const key = useKey(path, kept);
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

/** Whether an element is seen: yes, no, or as a variable or an expression says. */
export function VisibilityField({ control: { path } }: FieldProps): ReactNode {
  const key = useKey(path);
  const field = useRef<HTMLDivElement>(null);
  const writeExpression = () => {
    if (typeof key.value !== 'string') key.set(`{{ ${key.value === false ? 'false' : 'true'} }}`);
    // After the menu has given the focus back.
    setTimeout(() => {
      const input = field.current?.querySelector('input');
      input?.focus();
      input?.setSelectionRange(3, input.value.length - 3);
    }, 50);
  };
  const bind = <BindButton path={path} onExpression={writeExpression} />;
  if (typeof key.value === 'string')
    return (
      <div ref={field}>
        <FieldLabel text={key.label} action={bind} />
        <CheckedText
          name={key.name}
          place={key.place}
          value={key.value}
          check={(text) => (/^\{\{[\s\S]+\}\}$/u.test(text) ? null : propertyWords.visibleFault)}
          onApply={(text) => key.set(text)}
        />
      </div>
    );
  return (
    <div className={classes.visibility}>
      <Switch
        size="xs"
        label={key.isMixed ? `${key.label} (${propertyWords.mixed.toLowerCase()})` : key.label}
        checked={key.value !== false && !key.isMixed}
        onChange={({ currentTarget: { checked } }) => key.set(checked ? undefined : false)}
      />
      {bind}
    </div>
  );
}
