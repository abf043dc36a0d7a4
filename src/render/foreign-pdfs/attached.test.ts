/** PDFs before and after the pages of a template, as pdf.js and PDFium read the file. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { PDFArray, PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { rasterisePdf } from '../../../test/helpers/codes.ts';
import { annotate, makeBusyPdf, makeEncryptedPdf, makePdf } from '../../../test/helpers/foreign-pdfs.ts';
import { colorDistance, decodePixels, render, text } from '../../../test/helpers/scenes.ts';
import { RenderInputError } from '../errors.ts';
import type { OutputSettings } from '../job.ts';
import type { AttachedFile, Scene } from '../scene/scene.ts';
import { checkPdf } from './check-pdf.ts';
import { ATTACHED_LIMITS, readPdf } from './read-pdf.ts';

const own = text('Own page', 16, { x: 5, y: 5, width: 190, height: 30, tag: 'H1' as const });
const scene = { language: 'en', width: 200, height: 100, elements: [own] };
const leftOut = [
  'form fields',
  'comments and other annotations',
  'scripts and actions',
  'attached files',
  'bookmarks',
  'links that lead nowhere or run something',
];

interface Given {
  readonly files?: Readonly<Record<string, Uint8Array>>;
  readonly output?: Partial<OutputSettings>;
  readonly scene?: Partial<Scene>;
}

/** Renders the page between the files whose names begin with `pre` and the others. */
function renderBetween({ files = {}, output = {}, scene: changed = {} }: Given) {
  const attached = Object.keys(files).map((asset): AttachedFile => {
    return { place: asset.startsWith('pre') ? 'prepend' : 'append', path: `${asset}.pdf`, asset };
  });
  return render(
    { ...scene, attached, ...changed },
    { files, output: { format: 'pdf', ...output }, inspect: { report: true, boxes: false } },
  );
}

async function read(data: Uint8Array, password?: string) {
  const given = password === undefined ? {} : { password };
  const document = await getDocument({ data: new Uint8Array(data), verbosity: 0, ...given }).promise;
  try {
    const pages = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const annotations = (await page.getAnnotations()) as {
        subtype: string;
        url?: string;
        dest?: unknown;
      }[];
      pages.push({
        text: items.map((item) => ('str' in item ? item.str : '')).join(''),
        view: page.view,
        rotate: page.rotate,
        links: annotations.map(({ subtype, url, dest }) => [subtype, url ?? (dest as unknown[])?.slice(1)]),
      });
    }
    return { pages, fields: await document.getFieldObjects(), scripts: await document.getJSActions() };
  } finally {
    await document.destroy();
  }
}

describe('pages of other files', () => {
  test('stand before and after the own ones, in their order', async () => {
    const files = {
      pre1: await makePdf(['One']),
      pre2: await makePdf(['Two', 'Three']),
      terms: await makePdf(['Four']),
    };
    const { data, report, warnings } = await renderBetween({ files });
    const { pages } = await read(data);
    assert.deepEqual(
      pages.map((page) => page.text),
      ['One', 'Two', 'Three', 'Own page', 'Four'],
    );
    assert.deepEqual(report?.attached, [
      { place: 'prepend', file: 'pre1.pdf', pages: 1, leftOut: [] },
      { place: 'prepend', file: 'pre2.pdf', pages: 2, leftOut: [] },
      { place: 'append', file: 'terms.pdf', pages: 1, leftOut: [] },
    ]);
    assert.deepEqual(report?.bookmarks, [{ level: 1, title: 'Own page' }]);
    assert.deepEqual(warnings, []);
  });

  test('look as in their file: size, crop, rotation and what they show', async () => {
    const terms = await makeBusyPdf();
    const { data } = await renderBetween({ files: { terms } });
    const { pages } = await read(data);
    assert.deepEqual(pages[1]?.view, [0, 0, 300, 200]);
    assert.deepEqual([pages[2]?.view, pages[2]?.rotate], [[10, 10, 290, 190], 90]);
    const [alone, before] = await Promise.all([
      makePdf(['Grün', 'Last']),
      renderBetween({ files: { pre: await makePdf(['Grün']) } }),
    ]);
    const [expected, found] = await Promise.all(
      [alone, before.data].map(async (file) => decodePixels(await rasterisePdf(file, 1))),
    );
    assert.ok(expected !== undefined && found !== undefined);
    assert.deepEqual([found.width, found.height], [expected.width, expected.height]);
    let furthest = 0;
    for (let at = 0; at < expected.data.length; at += 4)
      furthest = Math.max(
        furthest,
        colorDistance([...expected.data.subarray(at, at + 4)], [...found.data.subarray(at, at + 4)]),
      );
    assert.equal(furthest, 0);
  });

  test('keep links that lead somewhere, and lose all that runs, hides or is filled in', async () => {
    const terms = await makeBusyPdf();
    const { data, warnings, report } = await renderBetween({ files: { terms } });
    const { pages, fields, scripts } = await read(data);
    assert.deepEqual(pages[1]?.links, [
      ['Link', 'https://example.com/terms'],
      ['Link', [{ name: 'XYZ' }, 0, 100, null]],
      ['Link', [{ name: 'Fit' }]],
    ]);
    assert.deepEqual([fields, scripts], [null, null]);
    assert.deepEqual(report?.attached?.[0]?.leftOut, leftOut);
    assert.deepEqual(
      warnings.map(({ code, elementId }) => [code, elementId]),
      [['PDF_PART_LEFT_OUT', 'append']],
    );
    assert.match(warnings[0]?.detail ?? '', /"terms\.pdf" has form fields, comments .* which are left out/u);
    const long = await renderBetween({ files: { ['x'.repeat(400)]: terms } });
    assert.equal(long.warnings[0]?.detail.length, 300);
    const copied = await PDFDocument.load(data, { updateMetadata: false });
    const objects = copied.context.enumerateIndirectObjects().map(([, object]) => object.toString());
    for (const word of ['JavaScript', 'Launch', 'Widget', 'EmbeddedFile', 'AcroForm', 'alert', 'comment'])
      assert.doesNotMatch(objects.join('\n'), new RegExp(word, 'u'));
  });

  test('claim no standard, and are read with the password of the file', async () => {
    const terms = await makePdf(['Terms']);
    const { data } = await renderBetween({ files: { terms } });
    assert.doesNotMatch(Buffer.from(data).toString('latin1'), /pdfaid|pdfuaid/u);
    const locked = await renderBetween({ files: { terms }, output: { password: 'open' } });
    await assert.rejects(read(locked.data), { name: 'PasswordException' });
    const { pages } = await read(locked.data, 'open');
    assert.deepEqual(
      pages.map((page) => page.text),
      ['Own page', 'Terms'],
    );
  });

  test('are the same bytes at each render', async () => {
    const files = { terms: await makeBusyPdf() };
    const [one, other] = [await renderBetween({ files }), await renderBetween({ files })];
    assert.ok(Buffer.from(one.data).equals(Buffer.from(other.data)));
  });

  test('are missing in pictures, with a warning', async () => {
    for (const format of ['png', 'svg'] as const) {
      const { warnings } = await renderBetween({
        files: { pre: Buffer.of(), terms: Buffer.of() },
        output: { format },
      });
      assert.deepEqual(
        warnings.map(({ code, elementId, detail }) => [code, elementId, detail]),
        [
          ['PDF_LEFT_OUT', 'prepend', `Only a PDF has the pages of "pre.pdf": a ${format} has none of them.`],
          [
            'PDF_LEFT_OUT',
            'append',
            `Only a PDF has the pages of "terms.pdf": a ${format} has none of them.`,
          ],
        ],
      );
    }
  });

  test('are refused for print, and if they cannot be used, with the name of the file', async () => {
    const terms = await makePdf(['Terms']);
    await assert.rejects(renderBetween({ files: { terms }, scene: { intent: 'print' } }), (error) => {
      assert.ok(error instanceof RenderInputError);
      assert.match(error.message, /PDF\/X-4.*leave out "append"/u);
      return true;
    });
    const encrypted = await makeEncryptedPdf();
    await assert.rejects(renderBetween({ files: { pre: encrypted } }), {
      name: 'RenderInputError',
      message: /^The file "pre\.pdf" of "prepend" is encrypted/u,
    });
  });
});

describe('files that cannot be used', () => {
  const refuses = async (bytes: Uint8Array, reason: RegExp): Promise<void> => {
    await assert.rejects(checkPdf(bytes), (error) => {
      assert.ok(error instanceof Error && error.name === 'PdfError', String(error));
      assert.match(error.message, reason);
      return true;
    });
  };

  test('are those that are no PDF, are cut off, too large or too long', async () => {
    const whole = await makePdf(['A']);
    await refuses(Buffer.from('a text'), /is no PDF by its content/u);
    for (const part of [0.2, 0.5, 0.9, 0.99])
      await refuses(whole.subarray(0, whole.length * part), /is cut off/u);
    await refuses(
      Buffer.concat([whole, Buffer.alloc(ATTACHED_LIMITS.bytes)]),
      /bytes; a PDF of a template may/u,
    );
    const lines = Array.from({ length: ATTACHED_LIMITS.pages + 1 }, String);
    await refuses(await makePdf(lines), /has more than 100 pages/u);
    assert.equal((await readPdf(await makePdf(lines.slice(1)))).pages.length, ATTACHED_LIMITS.pages);
  });

  test('are those with a damaged stream', async () => {
    const document = await PDFDocument.load(await makePdf(['A line of text that is long enough']));
    const whole = Buffer.from(await document.save({ useObjectStreams: false }));
    assert.deepEqual(await checkPdf(whole), []);
    const start = whole.indexOf('stream\n') + 'stream\n'.length;
    const damaged = Buffer.from(whole);
    damaged.fill(0, start + 8, start + 24);
    await refuses(damaged, /a part of it cannot be unpacked/u);
  });

  test('are those with hidden layers, XFA forms, and pages that are missing or repeated', async () => {
    const layered = (settings: object) =>
      makePdf(['A'], ({ context, catalog }) => {
        const layer = context.register(
          context.obj({ Type: 'OCG', Name: PDFString.of('Draft'), ...settings }),
        );
        const off = 'Usage' in settings ? [] : [layer];
        catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { OFF: off } }));
      });
    await refuses(await layered({}), /layers that are hidden/u);
    await refuses(await layered({ Usage: { Print: { PrintState: 'OFF' } } }), /layers that are hidden/u);
    assert.deepEqual(await checkPdf(await layered({ Usage: { Print: { PrintState: 'ON' } } })), []);
    const xfa = await makePdf(['A'], ({ context, catalog }) => {
      catalog.set(PDFName.of('NeedsRendering'), context.obj(true));
    });
    await refuses(xfa, /XFA/u);
    const repeated = await makePdf(['A'], (document, [page]) => {
      const kids = document.catalog.Pages().lookup(PDFName.of('Kids'), PDFArray);
      if (page !== undefined) kids.push(page.ref);
    });
    await refuses(repeated, /its list of pages cannot be read/u);
    const missing = await makePdf(['A'], ({ context }, [page]) => {
      page?.node.set(PDFName.of('Contents'), context.nextRef());
    });
    await refuses(missing, /its object \d+ is missing/u);
  });

  test('are those with content in other files', async () => {
    const outside = await makePdf(['A'], ({ context }, [page]) => {
      const stream = context.stream('', { F: PDFString.of('/etc/passwd') });
      page?.node.set(PDFName.of('Contents'), context.register(stream));
    });
    await refuses(outside, /content that is in another file/u);
  });
});

test('resources may have any name', async () => {
  const terms = await makePdf(['A'], ({ context }, [page]) => {
    if (page === undefined) return;
    annotate(page, []);
    const state = context.register(context.obj({ Type: 'ExtGState', ca: 0.5 }));
    const states = { Parent: state, Metadata: state, F: state, S: state, Type: state };
    page.node.Resources()?.set(PDFName.of('ExtGState'), context.obj(states));
  });
  const { data } = await renderBetween({ files: { terms } });
  const document = await PDFDocument.load(data, { updateMetadata: false });
  const states = document.getPage(1).node.Resources()?.lookup(PDFName.of('ExtGState'));
  assert.match(String(states), /\/Parent .*\/Metadata .*\/F .*\/S .*\/Type /su);
});
