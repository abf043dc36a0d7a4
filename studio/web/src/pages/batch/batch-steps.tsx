import { useDeferredValue, useEffect, useMemo, type ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { ColumnStep } from './column-step.tsx';
import { renderOptions } from './output/render-options.ts';
import { OutputStep } from './output/output-step.tsx';
import { prepareRows, type PreparedBatch } from './prepared-batch.ts';
import { RowStep } from './rows/row-step.tsx';
import { useRowCheck } from './rows/use-row-check.ts';

interface BatchStepsProps {
  readonly template: Schema<'Template'>;
  readonly batch: PreparedBatch;
  readonly onChange: (batch: PreparedBatch) => void;
  readonly onSubmitted: () => void;
}

/** The steps after the file: columns, rows, output. */
export function BatchSteps({ template, batch, onChange, onSubmitted }: BatchStepsProps): ReactNode {
  const { limits } = useSession();
  const { variables } = template;
  // Typing a fixed value must not wait for thousands of rows.
  const settled = useDeferredValue(batch);
  const rows = useMemo(
    () => prepareRows(settled, variables),
    [settled.source, settled.assignments, settled.corrections, settled.leftOut, settled.hasDecimalComma],
  );
  const options = useMemo(() => renderOptions(batch.output, template.page), [batch.output, template.page]);
  const check = useRowCheck({
    templateId: template.id,
    rows,
    format: batch.output.format,
    options,
    maxBodyBytes: limits.maxBodyBytes,
  });
  const hasCorrections = Object.keys(batch.corrections).length > 0;
  useEffect(() => {
    if (!hasCorrections) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasCorrections]);
  return (
    <>
      <ColumnStep template={template} batch={batch} onChange={onChange} />
      <RowStep template={template} batch={batch} rows={rows} check={check} onChange={onChange} />
      <OutputStep
        template={template}
        batch={batch}
        rows={rows}
        check={check}
        options={options}
        onChange={onChange}
        onSubmitted={onSubmitted}
      />
    </>
  );
}
