/** The parts of Ghostscript, compiled by Emscripten, that tests use: the package comes without types. */
declare module '@jspawn/ghostscript-wasm' {
  function open(options: object): Promise<{
    readonly FS: {
      readonly writeFile: (path: string, bytes: Uint8Array) => void;
      readonly readFile: (path: string) => Uint8Array;
      readonly readdir: (path: string) => string[];
    };
    readonly callMain: (words: readonly string[]) => number;
  }>;

  export = open;
}
