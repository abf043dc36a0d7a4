import { ActionIcon, Menu } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { isPlaceholder } from '../expressions/is-placeholder.ts';
import type { TemplateVariable } from '../model/template.ts';
import { IconBraces, IconPlus } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { takeExample } from '../variables/take-example.ts';
import { VariableDialog } from '../variables/variable-dialog.tsx';
import { useKey } from './edited.tsx';
import { bindable, fitsType, isNumberKey, readLiteral, readVariable, typeFor } from './values/bind.ts';
import classes from './fields.module.css';

const words = propertyWords.bind;

/** Whether a key takes `{{variable}}`. */
export function canBind(path: string): boolean {
  return bindable.has(path.split('.').at(-1) ?? '');
}

const noVariables: readonly TemplateVariable[] = [];

interface BindButtonProps {
  readonly path: string;
  /** Begins to write an expression in the field. */
  readonly onExpression?: () => void;
}

/** Turns a value into that of a variable, and back into a fixed one. */
export function BindButton({ path, onExpression }: BindButtonProps): ReactNode {
  const store = useDesignerStore();
  const key = useKey(path);
  const variables = useDesigner(({ design }) => design.document.variables ?? noVariables);
  const before = useRef<unknown>(undefined);
  const [isAdding, setAdding] = useState(false);
  const current = readVariable(key.value);
  const fitting = variables.filter(({ type }) => fitsType(path, type));
  // The service refuses a number that is bound to a text, and a word that is bound to anything else.
  const isStrict = isNumberKey(path) || key.rule.options.length > 0;
  const others = isStrict ? [] : variables.filter((variable) => !fitting.includes(variable));
  const bind = (name: string, isNew = false) => {
    if (current === null) before.current = key.value;
    // Of several elements with different values, the first one gives the example.
    takeExample(store, name, key.values[0], isNew);
    key.set(`{{${name}}}`);
  };
  const express = () => {
    if (typeof key.value !== 'string' || !isPlaceholder(key.value)) before.current = key.value;
    onExpression?.();
  };
  const release = () => {
    const variable = variables.find(({ name }) => name === current);
    key.set(before.current ?? readLiteral(path, variable, key.rule));
  };
  return (
    <>
      <Menu position="bottom-end" width={220} withinPortal>
        <Menu.Target>
          <ActionIcon
            size={20}
            variant={current === null ? 'subtle' : 'light'}
            {...(current === null ? { color: 'gray', c: 'dimmed' } : { color: 'ink' })}
            aria-label={words.bind(key.name)}
            // In a number, `{{` does the same: Tab goes from number to number.
            tabIndex={isNumberKey(path) ? -1 : undefined}
            title={current === null ? words.toVariable : `{{${current}}}`}
          >
            <IconBraces size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah={320} className={classes.menu ?? ''}>
          {current === null ? null : <Menu.Item onClick={release}>{words.fixed}</Menu.Item>}
          <Menu.Item leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setAdding(true)}>
            {words.add}
          </Menu.Item>
          {onExpression === undefined ? null : <Menu.Item onClick={express}>{words.expression}</Menu.Item>}
          {fitting.length + others.length === 0 ? null : <Menu.Label>{words.toVariable}</Menu.Label>}
          {[...fitting, ...others].map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => bind(name)} aria-current={name === current || undefined}>
              <span dir="auto">{label === undefined || label === '' ? name : `${label} (${name})`}</span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isAdding ? (
        <VariableDialog
          variable={null}
          type={typeFor(path)}
          onAdded={(name) => bind(name, true)}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </>
  );
}
