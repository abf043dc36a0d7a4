import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { FontFile } from '../cases/cases.ts';
import { installFolder } from '../install.ts';

/** A program in its process: ready, with its fonts. */
export interface Program {
  /** Writes a document from what `programs.ts` prepares for this program. */
  readonly render: (input: unknown) => Promise<Uint8Array>;
  /** The parent of the program's own processes, if it has any. */
  readonly processId?: number;
  readonly close?: () => Promise<void>;
}

export type StartProgram = (documentName: string, fonts: readonly FontFile[]) => Promise<Program>;

const installed = createRequire(`${installFolder}/package.json`);

/** Loads an installed package. It has no types here. */
export function loadPackage(name: string): unknown {
  return installed(name);
}

/** The same for a package of ECMAScript modules. */
export async function loadModule(name: string): Promise<unknown> {
  return await import(pathToFileURL(installed.resolve(name)).href);
}
