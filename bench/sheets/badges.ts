import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { TemplateDocument } from '../../generated/template.ts';
import { collectAssets, type TemplateFile } from '../../src/render/assets.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { createPipeline } from '../shared/pipeline.ts';

/** A badge of a conference: a name, a company, a QR code and a small logo. */
const badge: TemplateDocument = {
  schemaVersion: 1,
  name: 'Badge',
  viewport: { width: 85, height: 54 },
  viewportUnit: 'mm',
  background: '#ffffff',
  variables: [
    { name: 'name', type: 'text' },
    { name: 'company', type: 'text' },
    { name: 'code', type: 'text' },
  ],
  elements: [
    { type: 'rect', id: 'band', x: 0, y: 0, width: 85, height: 4, fill: '#35605a' },
    { type: 'image', id: 'logo', x: 6, y: 8, width: 12, height: 12, src: 'logo.png' },
    {
      type: 'text',
      id: 'name',
      x: 6,
      y: 25,
      width: 46,
      height: 17,
      verticalAlign: 'bottom',
      text: '{{name}}',
      fontSize: 6.5,
      fontWeight: 600,
      overflow: 'shrink',
    },
    {
      type: 'text',
      id: 'company',
      x: 6,
      y: 43,
      width: 46,
      height: 6,
      text: '{{company}}',
      fontSize: 3.6,
      color: '#56635f',
      overflow: 'shrink',
    },
    { type: 'qrcode', id: 'code', x: 55, y: 24, width: 24, height: 24, value: '{{code}}', margin: 0 },
  ],
};

const firstNames =
  'Ada Grace Jürgen Żaneta Åsa Chloë Søren Inês Zoë François Nguyễn Łukasz Ágnes Dvořák Élodie Marta Olu ' +
  'Priya Kenji Aroha Mateus Ivana Sigrún Tomás Yusuf Beatriz Linnéa Emre Noor Kwame Šárka Renée Anselm ' +
  'Katarína Theo Aoife Ömer Ngozi Lê Margrét';
const lastNames =
  'Lovelace Hopper Groß Wójcik Lindström Hernández Kierkegård Figueira Öztürk Müller-Lüdenscheidt ' +
  'Kowalczyk Tānemahuta Nakamura Okonkwo Jónsdóttir Šimková Dubois Papadopoulos Novák Ionescu Bērziņš ' +
  'García Fitzgerald Æbelø Yıldız';
const companies =
  'Open Harbour,Möbelhaus Grün,Atelier des Étoiles,Nordlys AS,Quarry & Sons,Łódź Press,Tidewater Labs';

/** The values of a badge. The first thousand have different names. */
export function getValues(index: number): Map<string, string> {
  const pick = (list: readonly string[], place: number): string => list[place % list.length]!;
  const [first, last] = [firstNames.split(' '), lastNames.split(' ')];
  return new Map(
    Object.entries({
      name: `${pick(first, index)} ${pick(last, Math.floor(index / first.length))}`,
      company: pick(companies.split(','), index),
      code: `https://badges.example/2026/${String(index).padStart(6, '0')}`,
    }),
  );
}

/** Renders badges as PDFs, one after another. */
export async function* renderBadges(count: number): AsyncGenerator<Uint8Array> {
  const pipeline = createPipeline({ caches: true });
  const logo = await drawLogo();
  for (let index = 0; index < count; index += 1) {
    const bound = bindTemplate(badge, getValues(index));
    const { assets, files } = await collectAssets(bound, {
      readTemplateFile: () => Promise.resolve(logo),
      fetchImage: () => Promise.reject(new Error('A benchmark fetches nothing.')),
      maxImageBytes: Infinity,
    });
    const output = { format: 'pdf', dpi: 300, scale: 1, quality: 80 } as const;
    yield await pipeline({ job: { scene: bound.scene, assets, output, imageMaxPixels: 50_000_000 }, files });
  }
}

/** A logo with a transparent ground, of 300 × 300 pixels. */
async function drawLogo(): Promise<TemplateFile> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="140" ' +
    'fill="#35605a"/><path d="M60 190Q150 40 240 190Q150 130 60 190" fill="#f4d35e"/></svg>';
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  return { hash: createHash('sha256').update(bytes).digest('hex'), bytes };
}
