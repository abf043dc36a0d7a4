import { isVector } from '../../../../../../src/common/names/output-formats.ts';
import {
  Checkbox,
  Group,
  Input,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../../api/client.ts';
import { fieldErrors } from '../../../api/problem.ts';
import { formatNumber } from '../../../formats.ts';
import { LoopbackNotice } from '../../../parts/loopback-notice.tsx';
import { batchWords } from '../../../words/batch.ts';
import { partWords } from '../../../words/parts.ts';
import { findSources, type PreparedBatch } from '../prepared-batch.ts';
import type { Output } from './batch-output.ts';
import { Step } from '../step.tsx';
import { NamePattern } from './name-pattern.tsx';
import { FormatControl } from '../../../parts/template/format-control.tsx';
import { StandardChoice } from '../../../parts/template/standard-choice.tsx';
import { SvgTextChoice } from '../../../parts/template/svg-text-choice.tsx';
import { isInPixels } from '../../../parts/template/first-format.ts';
import { hasQuality } from '../../../parts/template/tried-values.ts';
import { firstSheet, type SheetEntry } from './sheet.ts';
import { SheetFields } from './sheet-fields.tsx';
import { Submission, type OutputStepProps } from './submission.tsx';
import classes from '../batch.module.css';

const words = batchWords.output;

const results = Object.entries(words.results).map(([value, label]) => ({ value, label }));
const scales = [1, 2, 3, 4];
const densities = [96, 150, 300] as const;

/** What the service has refused, of which sheet. */
interface Refusal {
  readonly sheet: SheetEntry | null;
  readonly fields: Readonly<Record<string, string>>;
}

/** The last step: how the files are made and named, what they cost, and the submission. */
export function OutputStep(props: OutputStepProps): ReactNode {
  const { template, batch, rows, onChange } = props;
  const { output } = batch;
  const { sheet } = output;
  const isOnSheets = output.format === 'pdf' && output.isOnSheets && sheet !== null;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const change = (part: Partial<Output>) => onChange({ ...batch, output: { ...output, ...part } });
  return (
    <Step number={4} title={batchWords.steps.output}>
      <Stack gap="md">
        <Group gap="md" align="flex-end">
          <div>
            <Text size="sm" fw={600} mb={4} id="batch-format">
              {words.format}
            </Text>
            <FormatControl
              labelId="batch-format"
              value={output.format}
              onChange={(format) => change({ format })}
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
          {output.format === 'pdf' ? <Result template={template} output={output} onChange={change} /> : null}
          {output.format === 'pdf' && !isOnSheets ? (
            <StandardChoice value={output.pdfStandard} onChange={(pdfStandard) => change({ pdfStandard })} />
          ) : null}
        </Group>
        {isOnSheets ? (
          <SheetFields
            page={template.page}
            entry={sheet}
            columns={listCopyColumns(batch, template)}
            refused={refusal?.sheet === sheet ? refusal.fields : {}}
            count={rows.filter(({ isLeftOut }) => !isLeftOut).length}
            onChange={(changed) => change({ sheet: changed })}
          />
        ) : (
          <NamePattern template={template} rows={rows} output={output} onChange={change} />
        )}
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
        <LoopbackNotice url={output.callbackUrl} words={partWords.loopback.callback} />
        {output.format === 'pdf' ? (
          <Checkbox
            label={words.preflight}
            description={words.preflightHint}
            checked={output.preflight}
            onChange={({ currentTarget }) => change({ preflight: currentTarget.checked })}
          />
        ) : null}
        {isOnSheets ? null : (
          <Checkbox
            label={words.warnings}
            description={words.warningsHint}
            checked={output.includeWarnings}
            onChange={({ currentTarget }) => change({ includeWarnings: currentTarget.checked })}
          />
        )}
        <div className={classes.submission}>
          <Submission {...props} onRefused={(error) => setRefusal({ sheet, fields: fieldErrors(error) })} />
        </div>
      </Stack>
    </Step>
  );
}

/** What can say how many copies a row has: the variables of one value, and the columns that fill none. */
function listCopyColumns({ source, assignments }: PreparedBatch, { variables }: Schema<'Template'>) {
  const used = new Set(findSources(source, variables, assignments).map(([, from]) => from));
  const own = variables
    .filter(({ type }) => type === 'number' || type === 'text')
    .map(({ name, label }) => ({ value: name, label }));
  const names = new Set(own.map(({ value }) => value));
  const others = source.columns.filter((name, index) => name !== '' && !used.has(index) && !names.has(name));
  return [...own, ...[...new Set(others)].map((name) => ({ value: name, label: name }))];
}

interface ChoiceProps {
  readonly template: Schema<'Template'>;
  readonly output: Output;
  readonly onChange: (part: Partial<Output>) => void;
}

/** Whether the rows become files of their own, or sheets. */
function Result({ template: { page }, output, onChange }: ChoiceProps): ReactNode {
  const value = output.isOnSheets ? 'sheets' : 'files';
  return (
    <Input.Wrapper label={words.result} description={words.resultHints[value]} labelElement="div">
      <SegmentedControl
        mt={4}
        aria-label={words.result}
        data={results}
        value={value}
        onChange={(next) =>
          onChange({ isOnSheets: next === 'sheets', sheet: output.sheet ?? firstSheet(page) })
        }
      />
    </Input.Wrapper>
  );
}

function Size({ template: { page }, output: { format, scale, dpi }, onChange }: ChoiceProps): ReactNode {
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
