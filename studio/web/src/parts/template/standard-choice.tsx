import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { templateWords } from '../../words/templates.ts';
import { readStandard, standardsOfPrint, standardsOfScreens, type PdfStandard } from './pdf-standards.ts';

const words = templateWords.pdfStandard;

interface StandardChoiceProps {
  readonly value: PdfStandard | undefined;
  readonly onChange: (standard: PdfStandard | undefined) => void;
}

/** The standard that a PDF has to keep to. */
export function StandardChoice({ value, onChange }: StandardChoiceProps): ReactNode {
  return (
    <Select
      label={words.label}
      data={[
        { value: '', label: words.any },
        { group: words.ofScreens, items: [...standardsOfScreens] },
        { group: words.ofPrint, items: [...standardsOfPrint] },
      ]}
      value={value ?? ''}
      onChange={(next) => onChange(readStandard(next))}
      allowDeselect={false}
      // Inside a popover, or choosing closes it.
      comboboxProps={{ withinPortal: false }}
    />
  );
}
