/** Agents: clients of the Model Context Protocol, of the SDK's own, over HTTP and over stdio. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import sharp from 'sharp';
import { basicEnvironment } from './environment.ts';
import { checkedFetch } from './requests.ts';

/** What a tool answered. */
export interface ToolResult {
  /** All texts, one below the other. */
  readonly text: string;
  readonly isError: boolean;
  /** The PNG or WebP, or null without one. */
  readonly picture: Buffer | null;
}

export interface Agent {
  readonly client: Client;
  call(tool: string, given?: Readonly<Record<string, unknown>>): Promise<ToolResult>;
  /** Calls a tool that must not fail, and parses its first text. */
  callForJson(tool: string, given?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Calls a tool that must fail, and returns the code. */
  callForCode(tool: string, given?: Readonly<Record<string, unknown>>): Promise<string>;
  /** The text of a resource. */
  read(uri: string): Promise<string>;
  close(): Promise<void>;
}

/** The revisions of the protocol that clients speak: of 2025, with a handshake, and of 2026, without one. */
export const eras = ['legacy', { pin: '2026-07-28' }] as const;
export type Era = (typeof eras)[number];

/** Connects to a service with an API key. Each answer is checked against its documented headers. */
export async function connectOverHttp(url: string, key: string, era: Era = 'legacy'): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: (target, init) => checkedFetch(target, init),
  });
  return await connect(transport, era);
}

/** Starts the program, with only the given environment (and `basicEnvironment`), and connects to it. */
export async function connectOverStdio(
  accountId: string,
  environment: Readonly<Record<string, string>>,
  era: Era = 'legacy',
): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.resolve(import.meta.dirname, '../../src/main.ts'), 'mcp', '--account', accountId],
    env: { ...basicEnvironment, ...environment },
    stderr: 'inherit',
  });
  return await connect(transport, era);
}

async function connect(transport: Parameters<Client['connect']>[0], mode: Era): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const call = async (tool: string, given = {}): Promise<ToolResult> => {
    const { content, isError = false } = await client.callTool({ name: tool, arguments: given });
    const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    const [image] = content.flatMap((part) => (part.type === 'image' ? [part] : []));
    if (image !== undefined) assert.ok(image.data.length <= 700_000, `${image.data.length} characters`);
    const picture = image === undefined ? null : Buffer.from(image.data, 'base64');
    if (picture !== null) assert.equal(image?.mimeType, `image/${(await sharp(picture).metadata()).format}`);
    return { text: texts.join('\n'), isError, picture };
  };
  return {
    client,
    call,
    async callForJson(tool, given) {
      const { text, isError } = await call(tool, given);
      assert.ok(!isError, text);
      return JSON.parse(text.split('\n')[0] ?? '') as unknown;
    },
    async callForCode(tool, given) {
      const { text, isError } = await call(tool, given);
      assert.ok(isError, `${tool} has not failed: ${text}`);
      return /^([A-Z_]+): /.exec(text)?.[1] ?? text;
    },
    async read(uri) {
      const { contents } = await client.readResource({ uri });
      const [content] = contents;
      assert.ok(content !== undefined && 'text' in content);
      return content.text;
    },
    close: () => client.close(),
  };
}

/** Width and height of a picture, which is a PNG unless another format is named. */
export async function sizeOfPicture(
  { picture }: ToolResult,
  expected: 'png' | 'jpeg' | 'webp' = 'png',
): Promise<[number, number]> {
  assert.ok(picture !== null, 'there is no picture');
  const { width, height, format } = await sharp(picture).metadata();
  assert.equal(format, expected);
  return [width, height];
}
