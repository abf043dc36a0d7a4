import { NumberInput, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { LENGTH_UNITS, type LengthUnit } from '../../../../../src/common/lengths/units.ts';
import { formatPageSize } from '../../parts/template/page-size.ts';
import { newTemplateWords as words } from '../../words/new-template.ts';
import { Choice } from './choice.tsx';
import classes from './new-template.module.css';
import { Sheet } from './sheet.tsx';
import { sizeGroups } from './sizes.ts';

/** A size that a person types. A side is a string while it is not a number. */
export interface CustomSize {
  readonly width: number | string;
  readonly height: number | string;
  readonly unit: LengthUnit;
  readonly dpi: '96' | '150' | '300';
}

interface BlankChoicesProps {
  /** The id of a preset, or `custom`. */
  readonly size: string;
  readonly onSize: (size: string) => void;
  readonly custom: CustomSize;
  readonly onCustom: (custom: CustomSize) => void;
  readonly errors: Readonly<Record<string, string>>;
}

const densities = ['96', '150', '300'] as const;

/** Page sizes by what they are for, each in its proportions, and a size of one's own. */
export function BlankChoices(props: BlankChoicesProps): ReactNode {
  const { size, onSize, custom, onCustom, errors } = props;
  const chooseCustom = () => onSize('custom');
  return (
    <>
      {sizeGroups.map(({ name, presets }) => (
        <fieldset key={name} className={classes.group}>
          <legend className={classes.legend}>{name}</legend>
          <div className={classes.choices}>
            {presets.map((preset) => (
              <Choice
                key={preset.id}
                group="size"
                value={preset.id}
                label={preset.name}
                hint={formatPageSize(preset)}
                isChosen={preset.id === size}
                onChoose={() => onSize(preset.id)}
              >
                <Sheet {...preset} box={76} />
              </Choice>
            ))}
          </div>
        </fieldset>
      ))}
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{words.custom}</legend>
        {/* Typing in it chooses it, and so does a click. The keyboard passes through it to other fields. */}
        <div className={classes.custom} onInput={chooseCustom} onClick={chooseCustom}>
          <SideInput
            label={words.width}
            value={custom.width}
            onChange={(width) => onCustom({ ...custom, width })}
            error={errors['source.width']}
          />
          <SideInput
            label={words.height}
            value={custom.height}
            onChange={(height) => onCustom({ ...custom, height })}
            error={errors['source.height']}
          />
          <Select
            label={words.unit}
            data={LENGTH_UNITS}
            value={custom.unit}
            onChange={(unit) => {
              onCustom({ ...custom, unit: unit ?? custom.unit });
              chooseCustom();
            }}
            allowDeselect={false}
          />
          <Select
            label={words.dpi}
            data={densities}
            value={custom.dpi}
            onChange={(dpi) => {
              onCustom({ ...custom, dpi: dpi ?? custom.dpi });
              chooseCustom();
            }}
            allowDeselect={false}
          />
        </div>
      </fieldset>
    </>
  );
}

interface SideInputProps {
  readonly label: string;
  readonly value: number | string;
  readonly onChange: (value: number | string) => void;
  readonly error: string | undefined;
}

function SideInput({ label, value, onChange, error }: SideInputProps): ReactNode {
  return (
    <NumberInput
      label={label}
      value={value}
      onChange={onChange}
      error={error ?? (value !== '' && !isSide(value) ? words.wrongSize : undefined)}
      max={20_000}
      clampBehavior="none"
      decimalScale={2}
      hideControls
    />
  );
}

/** Whether a page can have this side. */
export function isSide(value: number | string): value is number {
  return typeof value === 'number' && value > 0 && value <= 20_000;
}
