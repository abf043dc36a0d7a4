import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { ApiError } from '../../api/problem.ts';
import { previewWords } from '../../words/previews.ts';
import { findVariables } from './find-variables.ts';
import { VariableInput } from './variable-input.tsx';

interface VariableFormProps {
  readonly variables: readonly Schema<'Variable'>[];
  /** By name. A variable without a value gets its default. */
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  /** Why the values were refused: the error of the preview, or of a render. */
  readonly error?: unknown;
  /** What the render of these values warns of, and the document: warnings stand at the fields, too. */
  readonly warnings?: readonly Schema<'RenderWarning'>[];
  readonly document?: unknown;
}

/** A form of a template's variables. The service checks the values, so its words stand at the fields. */
export function VariableForm(props: VariableFormProps): ReactNode {
  const { variables, values, onChange, error, warnings = [], document } = props;
  const refused = valueErrors(error);
  const warned = valueWarnings(warnings, document);
  if (variables.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {previewWords.noVariables}
      </Text>
    );
  const change = (name: string, value: string | undefined): void => {
    const { [name]: _, ...others } = values;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <Stack gap="md">
      {variables.map((variable) => (
        <VariableInput
          key={variable.name}
          variable={variable}
          value={values[variable.name]}
          onChange={(value) => change(variable.name, value)}
          error={refused[variable.name] ?? null}
          warning={warned.get(variable.name) ?? null}
        />
      ))}
    </Stack>
  );
}

/** Warnings in plain words by the names of the variables that the element shows. */
function valueWarnings(
  warnings: readonly Schema<'RenderWarning'>[],
  document: unknown,
): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>();
  for (const { code, elementId, detail } of warnings) {
    for (const name of findVariables(document, elementId)) {
      const titles = found.get(name) ?? new Set();
      found.set(name, titles.add(previewWords.warningTitles[code] ?? detail));
    }
  }
  return new Map([...found].map(([name, titles]) => [name, [...titles].join('. ')]));
}

/** What is wrong with values, by the names of their variables; the API calls them `variables`. */
export function valueErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  // The first one of several in a list.
  return Object.fromEntries(
    error.fields.toReversed().flatMap(({ pointer, detail }) => {
      const [, name] = /^\/(?:values|variables)\/([^/]+)(?:\/.*)?$/u.exec(pointer) ?? [];
      return name === undefined ? [] : [[name.replaceAll('~1', '/').replaceAll('~0', '~'), detail]];
    }),
  );
}
