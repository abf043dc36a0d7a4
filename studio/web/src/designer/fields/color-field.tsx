import { ColorPicker, Popover, UnstyledButton } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { useDesigner } from '../state/use-designer.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import { listColors } from './values/colors.ts';
import classes from './fields.module.css';
import { BindButton } from './bind-button.tsx';
import { ContrastLine } from './contrast-line.tsx';
import { EyedropperButton } from './eyedropper-button.tsx';
import { noteRecentColor, readRecentColors } from './recent-colors.ts';
import { LibraryColors } from './library-colors.tsx';
import { InkPicker, useInks } from './ink-picker.tsx';
import { inkToHex, type Inks } from './values/inks.ts';
import { isInkNotation } from '../../../../../src/common/colors/ink-colors.ts';
import { FieldLabel } from './field-label.tsx';
import { shortHex, Swatch, Swatches, toHex } from './swatches.tsx';
import { CheckedText, textFault } from './text-field.tsx';

const words = propertyWords.color;

interface ColorFieldProps {
  readonly control: Pick<Control, 'path'>;
  readonly kept?: string | null;
  /** Whether its name stands above it. */
  readonly hasLabel?: boolean;
}

/** A color: as text, from the picker, from those of the template, or from a variable. */
export function ColorField({ control: { path }, kept = null, hasLabel = true }: ColorFieldProps): ReactNode {
  const key = useKey(path, kept);
  const [isOpen, setOpen] = useState(false);
  const inks = useInks();
  const color = typeof key.value === 'string' ? key.value : '';
  const preset = typeof key.rule.default === 'string' ? key.rule.default : '';
  return (
    <div>
      {hasLabel ? <FieldLabel text={key.label} /> : null}
      <CheckedText
        name={key.name}
        place={key.place}
        value={color}
        placeholder={key.isMixed ? propertyWords.mixed : preset || propertyWords.notSet}
        check={(text) => colorFault(withHash(text), inks, () => textFault(withHash(text), path, key.rule))}
        onApply={(text) => key.set(text === '' ? undefined : withHash(text))}
        rightSection={<BindButton path={path} />}
        leftSection={
          <Popover
            opened={isOpen}
            onChange={(next) => {
              setOpen(next);
              if (!next) noteRecentColor(color);
              key.finish();
            }}
            position="left-start"
            shadow="md"
            trapFocus
            returnFocus
            withinPortal
          >
            <Popover.Target>
              <UnstyledButton
                aria-label={words.choose(key.name)}
                onClick={() => setOpen(!isOpen)}
                className={classes.swatch}
              >
                <Swatch color={color || preset} size={16} />
              </UnstyledButton>
            </Popover.Target>
            <Popover.Dropdown p="xs" aria-label={words.choose(key.name)}>
              <Picker
                color={toHex(color || preset, inks) ?? '#000000'}
                written={color || preset}
                onPick={(picked) => key.set(shortHex(picked), true)}
                onPicked={key.finish}
              />
              {path === 'color' ? (
                <ContrastLine color={color || preset} toHex={(text) => toHex(text, inks)} />
              ) : null}
            </Popover.Dropdown>
          </Popover>
        }
      />
    </div>
  );
}

interface PickerProps {
  readonly color: string;
  /** As the template has it. */
  readonly written?: string;
  readonly onPick: (color: string) => void;
  /** A color was chosen: the next one is another edit. */
  readonly onPicked: () => void;
}

/** A palette, and the colors of the template. */
export function Picker({ color, written = color, onPick, onPicked }: PickerProps): ReactNode {
  const document = useDesigner(({ design }) => design.document);
  const used = useMemo(() => listColors(document).slice(0, 21), [document]);
  const [recent] = useState(readRecentColors);
  const pick = (picked: string) => {
    onPick(picked);
    noteRecentColor(picked);
    onPicked();
  };
  return (
    <>
      <ColorPicker
        size="sm"
        format="hexa"
        value={color}
        onChange={onPick}
        onChangeEnd={onPicked}
        saturationLabel={words.picker.saturation}
        hueLabel={words.picker.hue}
        alphaLabel={words.picker.alpha}
      />
      <InkPicker color={written} onPick={onPick} onPicked={onPicked} />
      <EyedropperButton onPick={pick} />
      <LibraryColors color={color} onPick={pick} />
      <Swatches name={words.used} colors={used} onPick={pick} />
      <Swatches name={words.recent} colors={recent} onPick={pick} />
    </>
  );
}

/** Other programs copy colors without `#`. */
export function withHash(text: string): string {
  return /^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/iu.test(text) ? `#${text}` : text;
}

/** Why a color is not accepted. Its form is that of the schema, its name one that the browser knows. */
function colorFault(text: string, inks: Inks, check: () => string | null): string | null {
  if (text === '' || text.includes('{{')) return check();
  if (isInkNotation(text)) return inkToHex(text, inks) === null ? propertyWords.pattern.color : check();
  return check() === null && CSS.supports('color', text) ? null : propertyWords.pattern.color;
}
