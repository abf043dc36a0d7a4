import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { describePattern } from '../../parts/previews/describe-pattern.ts';
import { patternWords } from '../../words/patterns.ts';
import { variableWords } from '../../words/designer/variables.ts';
import { hasRange, type FieldDraft, type DraftErrors } from './variable-draft.ts';
import { toTextProps } from './text-props.ts';
import classes from './variables.module.css';

const words = variableWords.dialog;

interface RuleFieldsProps {
  readonly draft: FieldDraft;
  readonly errors: DraftErrors;
  readonly onChange: (change: Partial<FieldDraft>) => void;
}

/** What a pattern means, as far as it can be said; else how one is written. */
function describe(pattern: string): string {
  const described = describePattern(pattern.trim());
  if (described === null) return words.patternHint;
  return patternWords.withExample(described.words, described.example);
}

/** The rules of a variable, or of a field of a list: those of its type. Of a list: how many entries. */
export function RuleFields({ draft, errors, onChange }: RuleFieldsProps): ReactNode {
  const range = hasRange(draft) ? (['min', 'max'] as const) : (['minLength', 'maxLength'] as const);
  const text = toTextProps(draft, errors, onChange);
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        {range.map((key) => (
          <TextInput key={key} {...text(key)} inputMode="decimal" />
        ))}
      </SimpleGrid>
      {draft.type === 'list' ? null : (
        <>
          <TextInput
            {...text('pattern')}
            description={describe(draft.pattern)}
            classNames={{ input: classes.code ?? '' }}
            spellCheck={false}
            mt="sm"
          />
          <Textarea
            {...text('options')}
            description={words.optionsHint}
            dir="auto"
            autosize
            minRows={2}
            maxRows={8}
            mt="sm"
          />
        </>
      )}
    </>
  );
}
