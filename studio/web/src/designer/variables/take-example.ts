import { defaultText } from '../../../../../src/common/values/lists.ts';
import type { TemplateVariable } from '../model/template.ts';
import type { DesignerStore } from '../state/designer.ts';
import { shownExample } from '../state/shown-values.ts';

/**
 * Makes what an element shows the example value of the variable that takes its place, so that the picture
 * stays as it was: in the designer, on the home page, at the next version. A variable keeps the example or
 * default that it has. A value that it may refuse is left out.
 *
 * @param shown what the key had: a text or a number
 * @param isNew whether the variable was made for it: an earlier one of this name is forgotten
 */
export function takeExample(store: DesignerStore, name: string, shown: unknown, isNew: boolean): void {
  const state = store.getState();
  const variable = state.design.document.variables?.find((each) => each.name === name);
  const value = typeof shown === 'number' ? String(shown) : shown;
  if (variable === undefined || typeof value !== 'string' || !mayHave(variable, value)) return;
  const before = isNew ? '' : (shownExample(state)[name] ?? '');
  if (before !== '' || (defaultText(variable) ?? '') !== '') return;
  keepExample(store, variable, value);
}

/** Keeps an example value beside the document, and in data sets that have none. */
function keepExample(store: DesignerStore, variable: TemplateVariable, value: string): void {
  const { example, settings, set, setSettings } = store.getState();
  const { name } = variable;
  const earlier = settings.example?.[name];
  set({
    example: {
      values: { ...example.values, [name]: value },
      variables: [...example.variables.filter((each) => each.name !== name), variable],
    },
  });
  setSettings({
    example: { ...settings.example, [name]: value },
    dataSets: settings.dataSets.map((each) => {
      const own = each.values[name];
      return own === undefined || own === earlier
        ? { ...each, values: { ...each.values, [name]: value } }
        : each;
    }),
  });
}

/** Whether a value is one that the variable takes for sure. */
function mayHave({ type, validation = {} }: TemplateVariable, value: string): boolean {
  // A placeholder would be filled where a value is not.
  if (value.trim() === '' || value.includes('{{')) return false;
  const {
    minLength = 0,
    maxLength = Infinity,
    min = -Infinity,
    max = Infinity,
    options,
    pattern,
  } = validation;
  const { length } = [...value];
  if (length < minLength || length > maxLength || pattern !== undefined) return false;
  if (options !== undefined && !options.includes(value)) return false;
  switch (type) {
    case 'text':
    case 'qrcode':
    case 'barcode':
      return true;
    case 'image':
      return !/^(?!https?:)[a-z][a-z0-9+.-]*:/iu.test(value) || value.startsWith('data:image/');
    case 'url':
      return /^https?:\/\//iu.test(value) && URL.canParse(value);
    case 'number':
      return /^-?(0|[1-9]\d*)(\.\d+)?$/u.test(value) && Number(value) >= min && Number(value) <= max;
    case 'date':
      return /^\d{4}-\d\d-\d\d$/u.test(value) && !Number.isNaN(Date.parse(value));
    case 'phone':
    case 'email':
    case 'list':
      return false;
  }
}
