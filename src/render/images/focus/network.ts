/** Runs the network of `model.bin` (see its README) in WebAssembly: wasm/faces. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The part of `WebAssembly` that is used here: Node's types do not declare it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

/** The answers of the network: cells by rows, then columns, then channels. */
export interface Answers {
  readonly columns: number;
  readonly rows: number;
  readonly channels: number;
  readonly values: Float32Array;
}

interface Program {
  readonly memory: { readonly buffer: ArrayBuffer };
  reserve(bytes: number): void;
  convolvePicture(
    input: number,
    width: number,
    height: number,
    filters: number,
    bias: number,
    to: number,
  ): void;
  convolveChannels(
    input: number,
    width: number,
    height: number,
    channels: number,
    filters: number,
    to: number,
  ): void;
  mixChannels(
    input: number,
    pixels: number,
    channels: number,
    filters: number,
    bias: number,
    outputs: number,
    weakens: boolean,
    to: number,
  ): void;
  pool(input: number, width: number, height: number, channels: number, step: 1 | 2, to: number): void;
}

/** Weights are bytes in the file, `min + scale × byte`, in this order. */
const WEIGHTS = [
  ['picture', 432, 0.009007044399485869, -1.2069439495311063],
  ['pictureBias', 16, 0.005263455241334205, -0.9211046672334858],
  ['depth1', 144, 0.004001977630690033, -0.5042491814669441],
  ['mix1', 512, 0.013836609615999109, -1.411334180831909],
  ['bias1', 32, 0.0015159862590771096, -0.30926119685173037],
  ['depth2', 288, 0.002666276225856706, -0.317286870876948],
  ['mix2', 2_048, 0.015265831292844286, -1.6792414422128714],
  ['bias2', 64, 0.0020280554598453, -0.37113414915168985],
  ['depth3', 576, 0.006100742489683862, -0.8907084034938438],
  ['mix3', 8_192, 0.016276211832083907, -2.0508026908425725],
  ['bias3', 128, 0.003394414279975143, -0.7637432129944072],
  ['depth4', 1_152, 0.006716050119961009, -0.8059260143953211],
  ['mix4', 32_768, 0.021875603993733724, -2.8875797271728514],
  ['bias4', 256, 0.0041141652009066415, -0.8187188749804216],
  ['depth5', 2_304, 0.008423839597141042, -0.9013508368940915],
  ['mix5', 131_072, 0.030007277283014035, -3.8709387695088107],
  ['bias5', 512, 0.008402082966823203, -1.4871686851277068],
  ['answer', 12_800, 0.028336129469030042, -4.675461362389957],
  ['answerBias', 25, 0.002268134028303857, -0.41053225912299807],
] as const;
type WeightName = (typeof WEIGHTS)[number][0];

/** Of the answer; the program makes 16 outputs at a time. */
const CHANNELS = 25;
const PADDED_CHANNELS = 32;
const START = 1024;
const layers = [1, 2, 3, 4, 5] as const;

interface Model {
  readonly program: Program;
  readonly address: Readonly<Record<WeightName, number>>;
  /** Where the memory for layers begins. */
  readonly free: number;
}

let opened: Model | null = null;

/** Reads the model at the first use: 0.2 MB, and 0.8 in memory. */
function openModel(): Model {
  if (opened !== null) return opened;
  const file = path.join(import.meta.dirname, '../../../../generated/faces.wasm');
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
  const program = instance.exports as Program;
  program.reserve(2 * 1024 * 1024);
  const bytes = readFileSync(path.join(import.meta.dirname, 'model.bin'));
  const address = {} as Record<WeightName, number>;
  let [at, from] = [START, 0];
  for (const [name, length, scale, min] of WEIGHTS) {
    const values = Float32Array.from(bytes.subarray(from, from + length), (byte) => min + scale * byte);
    from += length;
    const padded = name.startsWith('answer') ? padOutputs(values) : values;
    new Float32Array(program.memory.buffer, at, padded.length).set(padded);
    address[name] = at;
    at += padded.byteLength;
  }
  return (opened = { program, address, free: at });
}

function padOutputs(values: Float32Array): Float32Array {
  const rows = values.length / CHANNELS;
  const padded = new Float32Array(rows * PADDED_CHANNELS);
  for (let row = 0; row < rows; row++)
    padded.set(values.subarray(row * CHANNELS, (row + 1) * CHANNELS), row * PADDED_CHANNELS);
  return padded;
}

/** @param picture red, green and blue of each pixel, as the network was taught */
export function runNetwork(picture: Float32Array, width: number, height: number): Answers {
  const { program, address, free } = openModel();
  const { memory } = program;
  // Two areas take turns: a layer is read from one and written to the other. `one` has halved pictures.
  const area = 8 * (width * height + 256) * Float32Array.BYTES_PER_ELEMENT;
  program.reserve(free + 3 * area);
  const [one, other] = [free, free + area];
  new Float32Array(memory.buffer, one, picture.length).set(picture);
  program.convolvePicture(one, width, height, address.picture, address.pictureBias, other);
  let [columns, rows, channels] = [width - 2, height - 2, 16];
  program.pool(other, columns, rows, channels, 2, one);
  [columns, rows] = [Math.ceil(columns / 2), Math.ceil(rows / 2)];
  for (const layer of layers) {
    program.convolveChannels(one, columns, rows, channels, address[`depth${layer}`], other);
    const outputs = 2 * channels;
    const pixels = columns * rows;
    program.mixChannels(
      other,
      pixels,
      channels,
      address[`mix${layer}`],
      address[`bias${layer}`],
      outputs,
      true,
      one,
    );
    channels = outputs;
    const step = layer === 5 ? 1 : 2;
    program.pool(one, columns, rows, channels, step, other);
    [columns, rows] = [Math.ceil(columns / step), Math.ceil(rows / step)];
    new Uint8Array(memory.buffer).copyWithin(one, other, other + columns * rows * channels * 4);
  }
  const { answer, answerBias } = address;
  program.mixChannels(one, columns * rows, channels, answer, answerBias, PADDED_CHANNELS, false, other);
  const values = new Float32Array(memory.buffer, other, columns * rows * PADDED_CHANNELS).slice();
  return { columns, rows, channels: PADDED_CHANNELS, values };
}
