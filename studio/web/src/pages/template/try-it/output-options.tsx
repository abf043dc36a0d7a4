import { hasAllPages, isVector } from '../../../../../../src/common/names/output-formats.ts';
import {
  Button,
  ColorInput,
  Indicator,
  Popover,
  SegmentedControl,
  Select,
  Slider,
  Stack,
  Input,
  NumberInput,
  TextInput,
} from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconAdjustments } from '../../../generated/icons.ts';
import type { Schema } from '../../../api/client.ts';
import { SvgTextChoice } from '../../../parts/template/svg-text-choice.tsx';
import {
  hasQuality,
  outputOptions,
  withFileOptions,
  type FileOptions,
  type Tried,
} from '../../../parts/template/tried-values.ts';
import { PdfOptions } from './pdf-options.tsx';
import { templatePageWords } from '../../../words/template.ts';

const words = templatePageWords.tryIt;

interface OutputOptionsProps {
  readonly template: Schema<'Template'>;
  readonly tried: Tried;
  readonly onChange: (change: Partial<Tried>) => void;
  /** What only a PDF has, and the way to change it. Image URLs have none. It is kept nowhere. */
  readonly ofFile?: { readonly value: FileOptions; readonly onChange: (value: FileOptions) => void };
  /** Image URLs have no choice of the text in an SVG. */
  readonly isForUrl?: boolean;
}

const scales = [1, 2, 3, 4] as const;
const densities = [96, 150, 300] as const;
const color = /^#([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Locales as the contract has them. */
const locales = /^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-u-nu-[0-9A-Za-z]{3,8})?$/;

/** Scale, density, quality, background and locale: those that the format has. */
export function OutputOptions({
  template,
  tried,
  onChange,
  ofFile,
  isForUrl = false,
}: OutputOptionsProps): ReactNode {
  const { format, options } = tried;
  const [background, setBackground] = useState(options.backgroundColor ?? '');
  const [locale, setLocale] = useState(options.locale ?? '');
  const change = (next: {
    readonly [Name in keyof Tried['options']]: Tried['options'][Name] | undefined;
  }) => {
    const merged = Object.entries({ ...options, ...next }).filter(([, value]) => value !== undefined);
    onChange({ options: Object.fromEntries(merged) });
  };
  const hasOwn = ofFile !== undefined && Object.keys(withFileOptions(format, ofFile.value)).length > 0;
  const isChanged = hasOwn || Object.keys(outputOptions(tried)).length > 0;
  const setColor = (value: string) => {
    setBackground(value);
    if (value === '') change({ backgroundColor: undefined });
    else if (color.test(value)) change({ backgroundColor: value });
  };
  const chooseLocale = (value: string) => {
    setLocale(value);
    if (value === '') change({ locale: undefined });
    else if (locales.test(value)) change({ locale: value });
  };
  return (
    <Popover width={300} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Indicator disabled={!isChanged} size={8} offset={4}>
        <Popover.Target>
          <Button variant="default" leftSection={<IconAdjustments size={16} aria-hidden />}>
            {words.options}
          </Button>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={words.options}>
        <Stack gap="md">
          {isVector(format) ? null : (
            <Input.Wrapper label={words.scale} labelElement="div">
              <SegmentedControl
                fullWidth
                aria-label={words.scale}
                data={scales.map((scale) => ({ value: String(scale), label: words.scales(scale) }))}
                value={String(options.scale ?? 1)}
                onChange={(value) => change({ scale: value === '1' ? undefined : Number(value) })}
              />
            </Input.Wrapper>
          )}
          <Select
            label={words.density}
            data={[
              { value: '', label: words.templateDensity(template.page?.dpi ?? 96) },
              ...densities.map((density) => ({ value: String(density), label: String(density) })),
            ]}
            value={String(options.outputDpi ?? '')}
            onChange={(value) =>
              change({ outputDpi: densities.find((density) => String(density) === value) })
            }
            allowDeselect={false}
            // Inside the popover, or choosing closes it.
            comboboxProps={{ withinPortal: false }}
          />
          {hasAllPages[format] ? null : (
            <NumberInput
              label={words.page}
              description={words.pageHint}
              min={1}
              max={1000}
              allowDecimal={false}
              value={options.page ?? 1}
              onChange={(page) => change({ page: Number(page) > 1 ? Number(page) : undefined })}
            />
          )}
          {hasQuality(format) ? (
            <Input.Wrapper label={words.quality} description={words.qualityHint} labelElement="div">
              <Slider
                min={1}
                max={100}
                value={options.quality ?? 85}
                onChange={(quality) => change({ quality: quality === 85 ? undefined : quality })}
                thumbLabel={words.quality}
                mt={6}
              />
            </Input.Wrapper>
          ) : null}
          {format === 'svg' && !isForUrl ? (
            <SvgTextChoice
              value={options.svgText ?? 'outlines'}
              onChange={(svgText) => change({ svgText: svgText === 'outlines' ? undefined : svgText })}
            />
          ) : null}
          {format === 'pdf' && ofFile !== undefined ? (
            <PdfOptions
              standard={options.pdfStandard}
              onStandard={(pdfStandard) => change({ pdfStandard })}
              ofFile={ofFile.value}
              onChange={ofFile.onChange}
            />
          ) : null}
          <ColorInput
            label={words.background}
            description={words.backgroundHint}
            format="hexa"
            value={background}
            onChange={setColor}
            error={background === '' || color.test(background) ? undefined : words.wrongColor}
            popoverProps={{ withinPortal: false }}
            fixOnBlur={false}
            withEyeDropper={false}
          />
          <TextInput
            label={words.locale}
            description={words.localeHint}
            value={locale}
            onChange={({ currentTarget }) => chooseLocale(currentTarget.value.trim())}
            error={locale === '' || locales.test(locale) ? undefined : words.wrongLocale}
            autoComplete="off"
            spellCheck={false}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
