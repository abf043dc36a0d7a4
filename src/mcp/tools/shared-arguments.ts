/** Arguments that several tools have. */
import { ofContract, type JsonSchema } from '../arguments.ts';

export const templateId = ofContract('/components/parameters/TemplateId/schema');

export const projectId: JsonSchema = { type: 'string', format: 'uuid' };

/** A page of a list. */
export const page = {
  page: ofContract('/components/parameters/Page/schema'),
  limit: ofContract('/components/parameters/Limit/schema'),
};

/** A page of a list, as its arguments. */
export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** The values of a template. */
export const variables: JsonSchema = {
  ...ofContract('/components/schemas/VariableValues'),
  description: 'Values by variable name: strings; of a list, an array of objects of strings and lists.',
  default: {},
};

/** The output options. */
export const options: JsonSchema = {
  ...ofContract('/components/schemas/RenderOptions'),
  description:
    'scale multiplies the pixels of a side; outputDpi replaces the dpi of the template; quality is for ' +
    'jpeg and webp, chroma for jpeg.',
  default: {},
};
