import { hasAllPages, isVector, type OutputFormat } from '../../../../../src/common/names/output-formats.ts';
import { useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { keptKey } from '../../api/kept.ts';
import { readRules } from '../previews/variable-rules.ts';
import { firstFormat } from './first-format.ts';

/** What a person has entered to try a template: values by variable, and how to save the file. */
export interface Tried {
  readonly values: Readonly<Record<string, string>>;
  readonly format: Schema<'OutputFormat'>;
  readonly options: Readonly<Schema<'RenderOptions'>>;
}

type Template = Pick<Schema<'Template'>, 'id' | 'page'>;

const storageKey = (templateId: string) => `${keptKey('tried')}${templateId}`;

/** What was entered for a template in this browser tab; it stays over a reload. */
export function readTried(template: Template): Tried {
  return { ...untouched(template), ...readKept(template.id) };
}

function untouched(template: Template): Tried {
  return { values: {}, format: firstFormat(template), options: {} };
}

function readKept(templateId: string): Partial<Tried> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey(templateId)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    // Storage may be blocked: then nothing is kept.
    return {};
  }
}

/** Keeps what was entered for a template. */
function keepTried(templateId: string, tried: Partial<Tried>): void {
  try {
    sessionStorage.setItem(storageKey(templateId), JSON.stringify(tried));
  } catch {
    // Full (values may hold pictures) or blocked. The page still has it.
  }
}

/**
 * What was entered for a template, and the way to change it.
 *
 * @param first what the page begins with, where it is not what others begin with
 */
export function useTried(
  template: Template,
  first: Partial<Tried> = {},
): readonly [Tried, (change: Partial<Tried>) => void] {
  const [entered, setEntered] = useState(() => readKept(template.id));
  const change = (next: Partial<Tried>) =>
    setEntered((current) => {
      const changed = { ...current, ...next };
      keepTried(template.id, changed);
      return changed;
    });
  return [{ ...untouched(template), ...first, ...entered }, change];
}

/** The options that the format has; others would be refused. */
export function outputOptions({
  format,
  options,
}: Pick<Tried, 'format' | 'options'>): Schema<'RenderOptions'> {
  const { scale, quality, svgText, outputDpi, backgroundColor, locale, page = 1, pdfStandard } = options;
  return {
    ...(scale === undefined || scale === 1 || isVector(format) ? {} : { scale }),
    ...(quality === undefined || !hasQuality(format) ? {} : { quality }),
    ...(svgText === undefined || format !== 'svg' ? {} : { svgText }),
    ...(outputDpi === undefined ? {} : { outputDpi }),
    ...(backgroundColor === undefined ? {} : { backgroundColor }),
    ...(locale === undefined ? {} : { locale }),
    ...(page === 1 || hasAllPages[format] ? {} : { page }),
    ...(pdfStandard === undefined || format !== 'pdf' ? {} : { pdfStandard }),
  };
}

/** What only a PDF of one request has: it is no part of what is kept. */
export interface FileOptions {
  /** Empty: none. */
  readonly password: string;
  readonly attachments: Schema<'PdfAttachments'>;
  /** The profile of the invoice among the attachments. */
  readonly facturx: Schema<'FacturxProfile'> | null;
}

/** A PDF with its pages only. */
export const plainFile: FileOptions = { password: '', attachments: [], facturx: null };

/** The options of a file as a request has them. */
export function withFileOptions(
  format: Schema<'OutputFormat'>,
  { password, attachments, facturx }: FileOptions,
): Pick<Schema<'NewShare'>, 'password' | 'attachments' | 'facturx'> {
  if (format !== 'pdf') return {};
  return {
    ...(password === '' ? {} : { password }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(facturx === null ? {} : { facturx }),
  };
}

const isLossy: Readonly<Record<OutputFormat, boolean>> = {
  png: false,
  jpeg: true,
  webp: true,
  avif: true,
  svg: false,
  pdf: false,
  zpl: false,
};

/** Whether files of a format lose detail to be small. */
export function hasQuality(format: Schema<'OutputFormat'>): boolean {
  return isLossy[format];
}

type Values = Readonly<Record<string, string>>;

/**
 * The values of all variables: what was entered, else the template's example value, else the default, else
 * anything where a value is required, so that there is a picture from the start.
 */
export function completeValues(
  variables: readonly Schema<'Variable'>[],
  { entered, example }: { readonly entered: Values; readonly example: Values },
): Record<string, string> {
  return Object.fromEntries(
    variables.map((variable) => {
      const { name } = variable;
      return [name, entered[name] ?? example[name] ?? initialValue(variable)];
    }),
  );
}

/** What the form of a template without example values begins with. */
export function defaultValues(variables: readonly Schema<'Variable'>[]): Record<string, string> {
  return completeValues(variables, { entered: {}, example: {} });
}

/** What a field begins with. */
export function initialValue(variable: Schema<'Variable'>): string {
  return variable.defaultValue ?? (variable.required ? exampleValue(variable) : '');
}

const examples: Readonly<Record<string, string>> = {
  email: 'name@example.com',
  url: 'https://example.com',
  phone: '+1 415 555 2671',
  qrcode: 'https://example.com',
  barcode: '4006381333931',
};

/** A value that a variable accepts, as far as its type and its rules say which. */
function exampleValue(variable: Schema<'Variable'>): string {
  const { type, label } = variable;
  const { min, max, minLength = 0, maxLength, pattern, options } = readRules(variable);
  if (options?.[0] !== undefined) return options[0];
  if (variable.fields !== undefined) return exampleList(variable.fields, minLength);
  if (type === 'number') return String(min ?? Math.min(1, max ?? 1));
  if (type === 'date') return new Date().toISOString().slice(0, 10);
  // Nothing fits a picture that was not chosen, nor an arbitrary pattern.
  if (type === 'image') return '';
  const example = examples[type];
  if (example !== undefined) return example;
  return pattern === undefined ? [...label.padEnd(minLength, '.')].slice(0, maxLength).join('') : '';
}

/** One entry, or as many as the list needs. */
function exampleList(fields: readonly Schema<'ListField'>[], minLength: number): string {
  const entry = Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]));
  return JSON.stringify(Array.from({ length: Math.max(1, minLength) }, () => entry));
}
