/** Creates .xlsx files from raw XML parts, so that a cell can contain anything. */
import { makeZip } from './zip.ts';

export interface WorkbookSheet {
  readonly name: string;
  /** The content of `sheetData`: rows and cells as XML. */
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** Ranges such as `A2:A4`. */
  readonly merged?: readonly string[];
}

export interface WorkbookOptions {
  /** Format codes. Cells refer to them by number (`s="1"` is the first). */
  readonly formats?: readonly string[];
  /** Shared strings as XML in `si`. Cells refer to them by number. */
  readonly strings?: readonly string[];
  readonly date1904?: boolean;
}

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook (ECMA-376, part 1, 12). */
export function makeWorkbook(sheets: readonly WorkbookSheet[], options: WorkbookOptions = {}): Buffer {
  const { formats = [], strings = [], date1904 = false } = options;
  const parts: Record<string, string> = {
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      `<workbook ${main} xmlns:r="${office}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>` +
      sheets
        .map(({ name, state }, index) => {
          const attributes = `name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"`;
          return `<sheet ${attributes}${state === undefined ? '' : ` state="${state}"`}/>`;
        })
        .join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/styles.xml': getStyles(formats),
    'xl/sharedStrings.xml': `<sst ${main}>${strings.map((string) => `<si>${string}</si>`).join('')}</sst>`,
  };
  for (const [index, { rows, merged = [] }] of sheets.entries()) {
    const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet ${main}><sheetData>${rows}</sheetData>` +
      (ranges === '' ? '' : `<mergeCells count="${merged.length}">${ranges}</mergeCells>`) +
      '</worksheet>';
  }
  parts['[Content_Types].xml'] = contentTypes(sheets.length);
  return makeZip(Object.entries(parts).map(([name, content]) => ({ name, content: header + content })));
}

function relationships(targets: readonly (readonly [kind: string, target: string])[]): string {
  const each = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`;
}

function getStyles(formats: readonly string[]): string {
  const codes = formats.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escape(code)}"/>`,
  );
  const cells = formats.map((_, index) => `<xf numFmtId="${164 + index}" applyNumberFormat="1"/>`);
  return (
    `<styleSheet ${main}><numFmts count="${codes.length}">${codes.join('')}</numFmts><fonts><font/></fonts>` +
    `<fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs>` +
    `<cellXfs><xf numFmtId="0"/>${cells.join('')}</cellXfs></styleSheet>`
  );
}

function contentTypes(sheets: number): string {
  const part = (name: string, kind: string): string =>
    `<Override PartName="/xl/${name}.xml" ContentType="${media}.${kind}+xml"/>`;
  const parts = [
    part('workbook', 'sheet.main'),
    part('styles', 'styles'),
    part('sharedStrings', 'sharedStrings'),
  ];
  for (let index = 1; index <= sheets; index += 1) parts.push(part(`worksheets/sheet${index}`, 'worksheet'));
  return (
    `<Types xmlns="${packages}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
