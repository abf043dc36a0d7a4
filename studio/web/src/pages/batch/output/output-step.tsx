import {
  Checkbox,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../../api/client.ts';
import { formatNumber } from '../../../formats.ts';
import { batchWords } from '../../../words/batch.ts';
import type { Output } from '../prepared-batch.ts';
import { Step } from '../step.tsx';
import { NamePattern } from './name-pattern.tsx';
import { SvgTextChoice } from '../../../parts/template/svg-text-choice.tsx';
import { hasQuality, isVector } from '../../../parts/template/tried-values.ts';
import { isInPixels } from './render-options.ts';
import { Submission, type OutputStepProps } from './submission.tsx';
import classes from '../batch.module.css';

const words = batchWords.output;

const formats = Object.entries(words.formats).map(([value, label]) => ({ value, label }));
const scales = [1, 2, 3, 4];
const densities = [96, 150, 300] as const;

/** The last step: how the files are made and named, what they cost, and the submission. */
export function OutputStep(props: OutputStepProps): ReactNode {
  const { template, batch, rows, onChange } = props;
  const { output } = batch;
  const change = (part: Partial<Output>) => onChange({ ...batch, output: { ...output, ...part } });
  return (
    <Step number={4} title={batchWords.steps.output}>
      <Stack gap="md">
        <Group gap="md" align="flex-end">
          <div>
            <Text size="sm" fw={600} mb={4} id="batch-format">
              {words.format}
            </Text>
            <SegmentedControl
              aria-labelledby="batch-format"
              data={formats}
              value={output.format}
              onChange={(format) => change({ format: format as Output['format'] })}
            />
          </div>
          <Size template={template} output={output} onChange={change} />
          {hasQuality(output.format) ? (
            <NumberInput
              label={words.quality}
              title={words.qualityHint}
              w={110}
              min={1}
              max={100}
              clampBehavior="strict"
              value={output.quality}
              onChange={(quality) => (typeof quality === 'number' ? change({ quality }) : undefined)}
            />
          ) : null}
          {output.format === 'svg' ? (
            <SvgTextChoice value={output.svgText} onChange={(svgText) => change({ svgText })} />
          ) : null}
        </Group>
        <NamePattern
          template={template}
          rows={rows}
          output={output}
          onChange={(pattern) => change({ pattern })}
        />
        <TextInput
          label={words.callback}
          description={words.callbackHint}
          placeholder="https://"
          type="url"
          inputMode="url"
          maw={560}
          value={output.callbackUrl}
          onChange={({ currentTarget }) => change({ callbackUrl: currentTarget.value })}
        />
        <Checkbox
          label={words.warnings}
          description={words.warningsHint}
          checked={output.includeWarnings}
          onChange={({ currentTarget }) => change({ includeWarnings: currentTarget.checked })}
        />
        <div className={classes.submission}>
          <Submission {...props} />
        </div>
      </Stack>
    </Step>
  );
}

function Size({
  template: { page },
  output: { format, scale, dpi },
  onChange,
}: {
  readonly template: Schema<'Template'>;
  readonly output: Output;
  readonly onChange: (part: Partial<Output>) => void;
}): ReactNode {
  if (isVector(format)) return null;
  if (isInPixels(page)) {
    const { width = 0, height = 0 } = page ?? {};
    return (
      <Select
        label={words.scale}
        w={230}
        allowDeselect={false}
        data={scales.map((each) => ({
          value: String(each),
          label: words.scaleOption(
            formatNumber(each),
            formatNumber(Math.round(width * each)),
            formatNumber(Math.round(height * each)),
          ),
        }))}
        value={String(scale)}
        onChange={(value) => onChange({ scale: Number(value) })}
      />
    );
  }
  return (
    <Select
      label={words.density}
      w={170}
      allowDeselect={false}
      data={[
        { value: 'own', label: words.densityOwn },
        ...densities.map((each) => ({ value: String(each), label: words.densityOption(String(each)) })),
      ]}
      value={dpi === null ? 'own' : String(dpi)}
      onChange={(value) => onChange({ dpi: densities.find((each) => String(each) === value) ?? null })}
    />
  );
}
