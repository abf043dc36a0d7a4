import { Input, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { templateWords } from '../../words/templates.ts';

/** How an SVG has its text. */
export type SvgText = NonNullable<Schema<'RenderOptions'>['svgText']>;

const words = templateWords.svgText;

interface SvgTextChoiceProps {
  readonly value: SvgText;
  readonly onChange: (value: SvgText) => void;
}

/** Whether the text of an SVG is shapes, or text with its fonts. */
export function SvgTextChoice({ value, onChange }: SvgTextChoiceProps): ReactNode {
  return (
    <Input.Wrapper label={words.label} description={words.hints[value]} labelElement="div">
      <SegmentedControl
        fullWidth
        mt={4}
        aria-label={words.label}
        data={Object.entries(words.choices).map(([each, label]) => ({ value: each, label }))}
        value={value}
        onChange={(next) => onChange(next as SvgText)}
      />
    </Input.Wrapper>
  );
}
