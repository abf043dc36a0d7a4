/** Small presentations of PowerPoint, written as their XML is. */
import { makeZip, type ZipEntry } from './zip.ts';

const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** What a presentation consists of; the parts that are not given are empty. */
export interface PresentationParts {
  /** Of each slide: the shapes, and what stands before them (`bg`). */
  readonly slides: readonly (string | { readonly shapes: string; readonly background: string })[];
  readonly layout?: string;
  readonly master?: string;
  /** Styles of the texts of the master. */
  readonly txStyles?: string;
  /** Pictures by the ids that slides refer to them with. */
  readonly media?: Readonly<Record<string, Uint8Array>>;
  /** Other files, and relationships of the slides to them. */
  readonly files?: readonly ZipEntry[];
  readonly relations?: string;
}

/** A shape at a place in pixels. */
export function shape(
  name: string,
  [x, y, cx, cy]: readonly [number, number, number, number],
  { properties = '', more = '', xfrm = '', placeholder = '' } = {},
): string {
  const emu = (px: number): number => px * 9_525;
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="${name}"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>` +
    `<p:spPr><a:xfrm ${xfrm}><a:off x="${emu(x)}" y="${emu(y)}"/>` +
    `<a:ext cx="${emu(cx)}" cy="${emu(cy)}"/></a:xfrm>` +
    `${properties}</p:spPr>${more}</p:sp>`
  );
}

/** The body of a text. */
export function body(paragraphs: string, properties = ''): string {
  return `<p:txBody><a:bodyPr ${properties}/><a:lstStyle/>${paragraphs}</p:txBody>`;
}

/** A presentation of 400 × 300 pixels. */
export function makePresentation(parts: PresentationParts): Buffer {
  const { slides, layout = '', master = '', txStyles = '', media = {}, files = [], relations = '' } = parts;
  const tree = (shapes: string, background = ''): string =>
    `<p:cSld>${background}<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/></p:nvGrpSpPr><p:grpSpPr/>` +
    `${shapes}</p:spTree></p:cSld>`;
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${kinds}/${kind}" Target="${target}"/>`;
  const related = (...list: string[]): string => `<Relationships>${list.join('')}</Relationships>`;
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`).join('');
  const pictures = Object.keys(media).map((id) => relation(id, 'image', `../media/${id}.png`));
  return makeZip([
    {
      name: 'ppt/presentation.xml',
      content:
        `<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId r:id="m"/></p:sldMasterIdLst>` +
        `<p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="3810000" cy="2857500"/></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: related(
        relation('m', 'slideMaster', 'slideMasters/slideMaster1.xml'),
        ...slides.map((_, index) => relation(`s${index}`, 'slide', `slides/slide${index}.xml`)),
      ),
    },
    ...slides.flatMap((slide, index) => [
      {
        name: `ppt/slides/slide${index}.xml`,
        content:
          `<p:sld ${namespaces}>` +
          `${typeof slide === 'string' ? tree(slide) : tree(slide.shapes, slide.background)}</p:sld>`,
      },
      {
        name: `ppt/slides/_rels/slide${index}.xml.rels`,
        content: related(
          relation('l', 'slideLayout', '../slideLayouts/slideLayout1.xml'),
          ...pictures,
          relations,
        ),
      },
    ]),
    {
      name: 'ppt/slideLayouts/slideLayout1.xml',
      content:
        `<p:sldLayout ${namespaces}>${tree(layout).replace('<p:cSld>', '<p:cSld name="Card">')}` +
        '</p:sldLayout>',
    },
    {
      name: 'ppt/slideLayouts/_rels/slideLayout1.xml.rels',
      content: related(relation('m', 'slideMaster', '../slideMasters/slideMaster1.xml')),
    },
    {
      name: 'ppt/slideMasters/slideMaster1.xml',
      content:
        `<p:sldMaster ${namespaces}>${tree(master)}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" ` +
        'accent1="accent1" accent2="accent2"/>' +
        '<p:sldLayoutIdLst><p:sldLayoutId r:id="l"/></p:sldLayoutIdLst>' +
        `<p:txStyles>${txStyles}</p:txStyles></p:sldMaster>`,
    },
    {
      name: 'ppt/slideMasters/_rels/slideMaster1.xml.rels',
      content: related(
        relation('l', 'slideLayout', '../slideLayouts/slideLayout1.xml'),
        relation('t', 'theme', '../theme/theme1.xml'),
      ),
    },
    { name: 'ppt/theme/theme1.xml', content: theme },
    ...Object.entries(media).map(([id, content]) => ({ name: `ppt/media/${id}.png`, content })),
    ...files,
  ]);
}

const color = (name: string, value: string): string => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
const ofShape = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const theme =
  `<a:theme ${namespaces}><a:themeElements><a:clrScheme name="Own">${color('dk1', '101010')}` +
  `${color('lt1', 'FFFFFF')}${color('dk2', '202040')}${color('lt2', 'EEEEEE')}${color('accent1', '4472C4')}` +
  `${color('accent2', 'ED7D31')}${color('hlink', '0563C1')}</a:clrScheme>` +
  '<a:fontScheme name="Own"><a:majorFont><a:latin typeface="Montserrat"/></a:majorFont>' +
  '<a:minorFont><a:latin typeface="Inter"/></a:minorFont></a:fontScheme>' +
  `<a:fmtScheme name="Own"><a:fillStyleLst>${ofShape.repeat(3)}</a:fillStyleLst><a:lnStyleLst>` +
  `<a:ln w="9525">${ofShape}</a:ln><a:ln w="19050">${ofShape}</a:ln></a:lnStyleLst>` +
  '<a:effectStyleLst><a:effectStyle><a:effectLst/></a:effectStyle></a:effectStyleLst></a:fmtScheme>' +
  '</a:themeElements></a:theme>';
