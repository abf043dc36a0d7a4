import type { ReactNode } from 'react';
import type { Control } from '../fields/controls.ts';
import { ChartField } from '../chart/chart-field.tsx';
import { CellField } from '../table/cell-field.tsx';
import { CellsField } from '../table/cells-field.tsx';
import { ColumnField } from '../table/column-field.tsx';
import { ColumnsField } from '../table/columns-field.tsx';
import { FormatField } from '../table/format-field.tsx';
import { RowsField } from '../table/rows-field.tsx';
import { TotalsField } from '../table/totals-field.tsx';
import { LiveValue } from '../expressions/live-value.tsx';
import { joinPaths, useEdited } from '../fields/edited.tsx';
import { AddressField } from '../fields/address-field.tsx';
import { AlternativeField } from '../fields/alternative-field.tsx';
import { ChoiceField, SwitchField, VisibilityField } from '../fields/choice-fields.tsx';
import { ColorField } from '../fields/color-field.tsx';
import { ColorsField } from '../fields/colors-field.tsx';
import { EntriesField } from '../fields/entries-field.tsx';
import { FontField } from '../fields/font-field.tsx';
import { FontsField } from '../fields/fonts-field.tsx';
import { InksField } from '../fields/inks-field.tsx';
import { PaletteField } from '../fields/palette-field.tsx';
import { CornersField, NumbersField, PositionField } from '../fields/list-fields.tsx';
import { PdfsField } from '../fields/pdfs-field.tsx';
import { ProfileField } from '../fields/profile-field.tsx';
import { NumberField } from '../fields/number-field.tsx';
import { PaintField } from '../fields/paint-field.tsx';
import { RunsField } from '../fields/runs-field.tsx';
import { ShadowsField } from '../fields/shadows-field.tsx';
import { ShiftField } from '../fields/shift-field.tsx';
import { SourceField } from '../fields/source-field.tsx';
import { CodeOptionsField } from '../fields/code-options-field.tsx';
import { TagsField } from '../fields/tags-field.tsx';
import { ParagraphField, TextField } from '../fields/text-field.tsx';
import { UnitField } from './unit-field.tsx';
import { commonValue, isObject, valueAt } from '../fields/values/values.ts';
import classes from '../fields/fields.module.css';

interface ControlGridProps {
  readonly controls: readonly Control[];
  /** The path of an object that stays when it is empty. */
  readonly kept?: string | null;
  readonly isFont?: boolean;
}

/** Controls in two columns. */
export function ControlGrid({ controls, kept = null, isFont = false }: ControlGridProps): ReactNode {
  const { targets, place } = useEdited();
  // A text has runs in place of one text, an element a list of shadows in place of one, and a page as tall as
  // its content two heights in place of one.
  const shown = controls.filter(({ path }) =>
    targets.every(
      (target) =>
        (path !== 'text' || valueAt(target, 'runs') === undefined) &&
        (!path.startsWith('shadow.') || !Array.isArray(valueAt(target, 'shadow'))) &&
        (path !== 'viewport.height' || !isObject(valueAt(target, path))),
    ),
  );
  return (
    <div className={classes.grid}>
      {shown.map((control) => (
        <div key={control.path} className={control.isWide === true ? classes.wide : undefined}>
          <ControlField control={control} kept={kept} isFont={isFont} />
          {makeEntries.has(control.path) ? null : (
            <LiveValue
              value={commonValue(targets, control.path).value}
              place={joinPaths(place, control.path)}
            />
          )}
        </div>
      ))}
    </div>
  );
}

/** Keys whose expressions make entries, which cannot be shown. */
const makeEntries: ReadonlySet<string> = new Set(['rows', 'repeat.each']);

interface ControlFieldProps {
  readonly control: Control;
  readonly kept: string | null;
  readonly isFont: boolean;
}

function ControlField({ control, kept, isFont }: ControlFieldProps): ReactNode {
  switch (control.kind) {
    case 'address':
      return <AddressField control={control} />;
    case 'alternative':
      return <AlternativeField control={control} />;
    case 'cell':
      return <CellField renderControls={(inner) => <ControlGrid controls={inner} />} />;
    case 'cells':
      return <CellsField control={control} />;
    case 'chart':
      return <ChartField control={control} />;
    case 'choice':
      return <ChoiceField control={control} kept={kept} />;
    case 'color':
      return <ColorField control={control} kept={kept} />;
    case 'colors':
      return <ColorsField control={control} />;
    case 'column':
      return <ColumnField control={control} />;
    case 'columns':
      return <ColumnsField renderControls={(inner) => <ControlGrid controls={inner} />} />;
    case 'entries':
      return <RowsField control={control} />;
    case 'format':
      return <FormatField control={control} renderControls={(inner) => <ControlGrid controls={inner} />} />;
    case 'corners':
      return <CornersField control={control} />;
    case 'list':
      return <EntriesField control={control} />;
    case 'font':
      return <FontField control={control} />;
    case 'fonts':
      return <FontsField renderControls={(inner) => <ControlGrid controls={inner} isFont />} />;
    case 'inks':
      return <InksField renderControls={(inner) => <ControlGrid controls={inner} />} />;
    case 'palette':
      return <PaletteField control={control} />;
    case 'number':
      return <NumberField control={control} kept={kept} />;
    case 'numbers':
      return <NumbersField control={control} kept={kept} />;
    case 'paint':
      return <PaintField control={control} kept={kept} />;
    case 'paragraph':
      return <ParagraphField control={control} kept={kept} />;
    case 'pdfs':
      return <PdfsField control={control} />;
    case 'profile':
      return <ProfileField control={control} />;
    case 'position':
      return <PositionField control={control} />;
    case 'runs':
      return <RunsField renderControls={(inner) => <ControlGrid controls={inner} />} />;
    case 'shadows':
      return <ShadowsField renderControls={(inner) => <ControlGrid controls={inner} />} />;
    case 'shift':
      return <ShiftField control={control} />;
    case 'source':
      return <SourceField control={control} isFont={isFont} />;
    case 'switch':
      return <SwitchField control={control} kept={kept} />;
    case 'codeOptions':
      return <CodeOptionsField control={control} />;
    case 'tags':
      return <TagsField control={control} />;
    case 'text':
      return <TextField control={control} kept={kept} />;
    case 'totals':
      return <TotalsField renderControls={(inner) => <ControlGrid controls={inner} />} />;
    case 'unit':
      return <UnitField control={control} />;
    case 'visibility':
      return <VisibilityField control={control} />;
  }
}
