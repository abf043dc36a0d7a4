import { ActionIcon, Menu } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { isPlaceholder } from '../expressions/is-placeholder.ts';
import { presentText } from '../expressions/present-text.ts';
import type { TemplateVariable } from '../model/template.ts';
import { IconBraces, IconPlus } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { takeExample } from '../variables/take-example.ts';
import { VariableDialog } from '../variables/variable-dialog.tsx';
import { useEdited, useKey } from './edited.tsx';
import {
  bindable,
  fitsType,
  isContentKey,
  isNumberKey,
  readLiteral,
  readVariable,
  typeFor,
  valueAtHand,
} from './values/bind.ts';
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

/**
 * A fixed size, color or choice as a text: who leaves it out means that of the design. Empty for others, of
 * which there is an example only.
 */
function describeFixed(value: unknown): string {
  if (typeof value === 'string') return value.includes('{{') ? '' : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Turns a value into that of a variable, and back into a fixed one. */
export function BindButton({ path, onExpression }: BindButtonProps): ReactNode {
  const store = useDesignerStore();
  const key = useKey(path);
  const { targets } = useEdited();
  const variables = useDesigner(({ design }) => design.document.variables ?? noVariables);
  const before = useRef<unknown>(undefined);
  const [isAdding, setAdding] = useState(false);
  const current = readVariable(key.value);
  const fitting = variables.filter(({ type }) => fitsType(path, type));
  // The service refuses a number that is bound to a text, and a word that is bound to anything else.
  const isStrict = isNumberKey(path) || key.rule.options.length > 0;
  const others = isStrict ? [] : variables.filter((variable) => !fitting.includes(variable));
  // Of several elements with different values, the first one gives the example.
  const atHand = valueAtHand(path, targets[0] ?? {}, key.values[0], key.rule);
  const bind = (name: string, isNew = false) => {
    if (current === null) before.current = key.value;
    if (typeof atHand === 'string' && atHand.includes('{{')) {
      void presentText(store.getState(), atHand, key.place).then((text) =>
        takeExample(store, name, text, isNew),
      );
    } else takeExample(store, name, atHand, isNew);
    key.set(`{{${name}}}`);
  };
  const express = () => {
    if (typeof key.value !== 'string' || !isPlaceholder(key.value)) before.current = key.value;
    onExpression?.();
  };
  const release = () => {
    if (before.current !== undefined || typeof key.value !== 'string') {
      key.set(before.current ?? readLiteral(path, '', key.rule));
      return;
    }
    const { document, selection } = store.getState().design;
    void presentText(store.getState(), key.value, key.place).then((text) => {
      const now = store.getState().design;
      // Something else may be selected by now.
      if (now.document !== document || now.selection !== selection) return;
      key.set(readLiteral(path, text ?? '', key.rule));
    });
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
          neutralDefault={isContentKey(path) ? '' : describeFixed(atHand)}
          onAdded={(name) => bind(name, true)}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </>
  );
}
