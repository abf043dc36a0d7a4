import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { templateWords } from '../../words/templates.ts';

/** A standard that a PDF can be asked for. */
export type PdfStandard = NonNullable<Schema<'RenderOptions'>['pdfStandard']>;

const words = templateWords.pdfStandard;

const ofScreens = ['PDF/A-2b', 'PDF/A-3b', 'PDF/A-4', 'PDF/A-4f', 'PDF/UA-1', 'PDF/UA-2'] as const;
const ofPrint = ['PDF/X-4', 'PDF/X-1a'] as const;
const standards: readonly PdfStandard[] = [...ofScreens, ...ofPrint];

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
        { group: words.ofScreens, items: [...ofScreens] },
        { group: words.ofPrint, items: [...ofPrint] },
      ]}
      value={value ?? ''}
      onChange={(next) => onChange(standards.find((each) => each === next))}
      allowDeselect={false}
      // Inside a popover, or choosing closes it.
      comboboxProps={{ withinPortal: false }}
    />
  );
}
