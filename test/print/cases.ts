/** The cases of the comparison with Chromium as PDFs that screen readers read. */
import { renderScene } from '../../src/render/pipeline.ts';
import type { TemplateDocument } from '../../generated/template.ts';
import { bindCase, fonts, images } from '../visual/case-job.ts';
import { listCases, readCase } from '../visual/cases.ts';

/** Every case as a tagged PDF with a language, and a description of each picture that has none; by name. */
export async function renderCases(): Promise<Map<string, Uint8Array>> {
  const rendered = new Map<string, Uint8Array>();
  for (const name of listCases()) {
    const { template } = await readCase(name);
    const { job, readBytes } = await bindCase({ name, template: describe(template) }, 'pdf');
    rendered.set(`case-${name}`, (await renderScene(job, readBytes, fonts, images)).data);
  }
  return rendered;
}

function describe(template: TemplateDocument): TemplateDocument {
  const described = JSON.stringify(template, (_key, value: unknown) =>
    isPictureWithoutAlt(value) ? { ...value, alt: 'A picture' } : value,
  );
  return { language: 'en', ...(JSON.parse(described) as TemplateDocument), viewportOutputIntent: 'screen' };
}

function isPictureWithoutAlt(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'alt' in value) return false;
  return 'type' in value && (value.type === 'image' || value.type === 'chart');
}
