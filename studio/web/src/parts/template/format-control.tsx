import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OutputFormat } from '../../../../../src/common/names/output-formats.ts';
import { templatePageWords } from '../../words/template.ts';

const formats = Object.entries(templatePageWords.tryIt.formats).map(([value, label]) => ({ value, label }));

interface FormatControlProps {
  readonly value: OutputFormat;
  readonly onChange: (format: OutputFormat) => void;
  /** The id of a label beside it; default: it has one of its own. */
  readonly labelId?: string;
}

/** The choice of a format. It wraps where it has no room for all. */
export function FormatControl({ value, onChange, labelId }: FormatControlProps): ReactNode {
  return (
    <SegmentedControl
      {...(labelId === undefined
        ? { 'aria-label': templatePageWords.tryIt.format }
        : { 'aria-labelledby': labelId })}
      data={formats}
      value={value}
      onChange={(format) => onChange(format as OutputFormat)}
      style={{ flexWrap: 'wrap', maxWidth: '100%' }}
    />
  );
}
