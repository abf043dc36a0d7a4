import { Textarea, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { WithOffers } from '../expressions/with-offers.tsx';
import { BindButton, canBind } from './bind-button.tsx';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import type { Rule } from './values/schema.ts';
import { FieldLabel } from './field-label.tsx';
import { useLeaving } from './number-field.tsx';

interface FieldProps {
  readonly control: Control;
  readonly kept?: string | null;
}

/** A text of several lines, or of one that wraps. Letters are applied at once, and undone together. */
export function ParagraphField({ control, kept = null }: FieldProps): ReactNode {
  const { path, isOneLine = false } = control;
  const key = useKey(path, kept);
  const isCode = path === 'd';
  const apply = (typed: string) => {
    // What is pasted may have several.
    const text = isOneLine ? typed.replaceAll(/\s*\n\s*/gu, ' ') : typed;
    key.set(text === '' && !key.rule.isRequired && path !== 'text' ? undefined : text, true);
  };
  return (
    <div>
      <FieldLabel text={key.label} action={canBind(path) ? <BindButton path={path} /> : null} />
      <WithOffers text={getText(key.value)} place={key.place} onText={(text) => key.set(text, true)}>
        {(offers) => (
          <Textarea
            {...offers}
            size="xs"
            aria-label={key.name}
            autosize
            minRows={isCode ? 2 : 1}
            maxRows={8}
            dir={isCode ? 'ltr' : 'auto'}
            spellCheck={!isCode}
            value={getText(key.value)}
            placeholder={key.isMixed ? propertyWords.mixed : undefined}
            onChange={({ currentTarget }) => apply(currentTarget.value)}
            onKeyDown={(event) => {
              if (!isOneLine || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              key.finish();
            }}
            onBlur={key.finish}
            data-undo="design"
          />
        )}
      </WithOffers>
    </div>
  );
}

/** A short text. Enter and leaving the field apply it, if it is accepted. */
export function TextField({ control: { path }, kept = null }: FieldProps): ReactNode {
  const key = useKey(path, kept);
  return (
    <CheckedText
      label={key.label}
      name={key.name}
      place={key.place}
      value={getText(key.value)}
      placeholder={key.isMixed ? propertyWords.mixed : getText(key.rule.default)}
      check={(text) => textFault(text, path, key.rule)}
      onApply={(text) => key.set(text === '' ? undefined : text)}
    />
  );
}

interface CheckedTextProps {
  readonly label?: ReactNode;
  readonly name: string;
  /** The keys from what is selected to the text. */
  readonly place?: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
  /** Why a text is not accepted; null: it is. */
  readonly check: (text: string) => string | null;
  readonly onApply: (text: string) => void;
}

/** A text that is checked before it is applied, by Enter or on leaving. Escape restores what was there. */
export function CheckedText({
  label,
  name,
  place = '',
  value,
  placeholder = '',
  leftSection,
  rightSection,
  check,
  onApply,
}: CheckedTextProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const show = (text: string | null) => {
    setTyped(text);
    setFault(null);
  };
  const apply = () => {
    if (typed === null) return;
    const text = typed.trim();
    const reason = check(text);
    if (reason !== null) {
      setFault(reason);
      return;
    }
    if (text !== value) onApply(text);
    show(null);
  };
  useLeaving(apply);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply();
    if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      show(null);
    }
  };
  return (
    <WithOffers text={typed ?? value} place={place} onText={show}>
      {(offers) => (
        <TextInput
          {...offers}
          size="xs"
          label={label}
          aria-label={name}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          leftSection={leftSection}
          leftSectionWidth={28}
          rightSection={rightSection}
          rightSectionWidth={26}
          value={typed ?? value}
          placeholder={placeholder}
          onChange={({ currentTarget }) => show(currentTarget.value)}
          onBlur={apply}
          onKeyDown={onKeyDown}
          data-undo={typed === null ? 'design' : undefined}
          error={fault}
        />
      )}
    </WithOffers>
  );
}

/** Why a text is not accepted for a key; null: it is. */
export function textFault(text: string, path: string, rule: Rule): string | null {
  if (text === '')
    return rule.isRequired && (rule.minLength > 0 || rule.pattern !== null) ? propertyWords.required : null;
  if (rule.pattern === null || new RegExp(rule.pattern, 'u').test(text)) return null;
  return path === 'language' || path === 'locale'
    ? propertyWords.pattern.language
    : propertyWords.pattern.other;
}

function getText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
