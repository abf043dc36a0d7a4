import { Anchor, Text } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { IconAlertTriangle, IconCheck } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { formatNumber } from '../../formats.ts';
import { previewWords } from '../../words/previews.ts';
import { findVariables } from './find-variables.ts';
import classes from './previews.module.css';
import { fieldId } from './field.ts';

interface WarningListProps {
  readonly warnings: readonly Schema<'RenderWarning'>[];
  /** The document, and the variables that have a field on the page: warnings link to these fields. */
  readonly document?: unknown;
  readonly variables?: readonly Schema<'Variable'>[];
  /** Warnings that are shown at once. */
  readonly limit?: number;
}

/** Warnings of a render in plain words, with the element and the fields of the variables that it shows. */
export function WarningList({ warnings, document, variables = [], limit = 20 }: WarningListProps): ReactNode {
  if (warnings.length === 0)
    return (
      <div className={classes.warning}>
        <IconCheck size={16} aria-hidden />
        <Text size="sm">{previewWords.noWarnings}</Text>
      </div>
    );
  return (
    <ul className={classes.warnings} aria-label={previewWords.warnings}>
      {warnings.slice(0, limit).map(({ code, elementId, detail }, index) => (
        <li key={`${code} ${elementId} ${index}`} className={classes.warning}>
          <IconAlertTriangle size={16} color="var(--mantine-color-yellow-text)" aria-hidden />
          <div>
            <Text size="sm" fw={600}>
              {previewWords.warningTitles[code] ?? code}
            </Text>
            <Text size="sm" dir="auto">
              {detail}
            </Text>
            <Text size="xs" c="dimmed">
              <span dir="auto">{previewWords.onElement(elementId)}</span>
              {getVariables(document, elementId, variables).map(({ name, label }) => (
                <span key={name}>
                  {' · '}
                  <Anchor
                    href={`#${fieldId(name)}`}
                    onClick={focusField}
                    inherit
                    underline="always"
                    dir="auto"
                  >
                    {label === '' ? name : label}
                  </Anchor>
                </span>
              ))}
            </Text>
          </div>
        </li>
      ))}
      {warnings.length > limit && (
        <li>
          <Text size="sm" c="dimmed">
            {previewWords.moreWarnings(formatNumber(warnings.length - limit))}
          </Text>
        </li>
      )}
    </ul>
  );
}

function getVariables(
  document: unknown,
  elementId: string,
  variables: readonly Schema<'Variable'>[],
): readonly Schema<'Variable'>[] {
  const names = findVariables(document, elementId);
  return variables.filter(({ name }) => names.has(name));
}

/** The address of the page stays as it is. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const field = globalThis.document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)));
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}
