import type { components } from '../../../generated/studio.ts';
import type { RenderOptions } from '../../../src/domain/renders/output-options.ts';

type Body = Pick<components['schemas']['Preview'], 'options' | 'password' | 'attachments' | 'facturx'>;

/** The options of a file with those that the app sends beside them, since it does not keep them. */
export function withFileOptions({ options, password, attachments, facturx }: Body): RenderOptions {
  return { ...options, password, attachments, facturx };
}
