/** The parts of a presentation (ECMA-376, part 2). */
import {
  readRelations,
  type Relation,
  type PictureWorkbook,
} from '../../common/rows/pictures/open-workbook.ts';
import { readZip } from '../../common/rows/pictures/zip-files.ts';
import { UnreadableRows } from '../../common/rows/table.ts';
import { UnreadableDesign } from '../design.ts';
import { readXml, type XmlNode } from './xml.ts';

/** Of all that is unpacked: films and sounds are not. */
const limits = { files: 10_000, bytes: 300 * 1024 * 1024 };

const notRead = /\.(?:mp4|m4v|mov|avi|wmv|mp3|m4a|wav|bin|fntdata|xlsx|xlsb)$/iu;

/** The part that a file of PowerPoint begins with. */
export const presentationPath = 'ppt/presentation.xml';

/** A part with what it refers to. */
export interface Part {
  readonly path: string;
  readonly root: XmlNode;
  readonly relations: ReadonlyMap<string, Relation>;
}

/** A presentation whose parts are read when they are asked for. */
export class Presentation {
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #parts = new Map<string, Part | null>();

  /** @throws UnreadableDesign */
  constructor(bytes: Uint8Array) {
    try {
      this.#files = readZip(bytes, (path) => !notRead.test(path), limits);
    } catch (error) {
      if (error instanceof UnreadableRows) throw new UnreadableDesign(error.message);
      throw error;
    }
  }

  /** The bytes of a picture or another file; null if there is none. */
  file(path: string): Uint8Array | null {
    return this.#files.get(path) ?? null;
  }

  /** A part; null if there is none. */
  part(path: string): Part | null {
    let part = this.#parts.get(path);
    if (part === undefined) {
      const bytes = this.#files.get(path);
      const files: Pick<PictureWorkbook, 'part'> = { part: (name) => this.#files.get(name) };
      part =
        bytes === undefined ? null : { path, root: readXml(bytes, path), relations: relate(files, path) };
      this.#parts.set(path, part);
    }
    return part;
  }

  /** The first part of a kind that another one refers to, such as its `slideLayout`. */
  related(part: Part | null, kind: string): Part | null {
    const relation = [...(part?.relations.values() ?? [])].find((each) => each.kind === kind);
    return relation === undefined ? null : this.part(relation.target);
  }
}

function relate(files: Pick<PictureWorkbook, 'part'>, path: string): Part['relations'] {
  try {
    return readRelations(files, path);
  } catch {
    throw new UnreadableDesign(`The relationships of ${path} are not well-formed XML.`);
  }
}

/** Whether bytes are a presentation: names in a .zip are not packed. */
export function isPresentation(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return file.subarray(0, 2).toString('latin1') === 'PK' && file.includes(presentationPath);
}
