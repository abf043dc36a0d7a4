/** Starts an S3-compatible object store in its own process; its data ends with the process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { preparePythonEnvironment } from '../../contract-tests/python-environment.ts';

export interface ObjectStore {
  /** Its origin. */
  readonly endpoint: string;
  /** The credentials, as environment variables for other processes. */
  readonly env: Readonly<Record<string, string>>;
  /** A client to inspect the store. */
  readonly client: S3Client;
  /** Creates a bucket and returns its STORAGE_URL, optionally through another endpoint. */
  createBucket(endpoint?: string): Promise<string>;
  close(): Promise<void>;
}

const program = path.join(import.meta.dirname, 'object-store.py');
const region = 'eu-central-1';
const credentials = { accessKeyId: 'AKIDTESTTESTTESTTEST', secretAccessKey: 'a secret/of+tests' };

/** Starts a store, and sets its credentials in this process's environment. */
export async function startObjectStore(): Promise<ObjectStore> {
  const python = await preparePythonEnvironment();
  const env = {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  Object.assign(process.env, env);
  const child = spawn(python.python, [program], {
    env: { ...process.env, ...python.variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [port] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(([code]) => {
      throw new Error(`The object store ended with ${code}.`);
    }),
  ])) as [string];
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  let buckets = 0;
  return {
    endpoint,
    env,
    client,
    async createBucket(through = endpoint) {
      const bucket = `files-${(buckets += 1)}`;
      await client.send(
        new CreateBucketCommand({
          Bucket: bucket,
          CreateBucketConfiguration: { LocationConstraint: region },
        }),
      );
      return `s3://${bucket}/some/prefix?endpoint=${through}&region=${region}&forcePathStyle=true`;
    },
    async close() {
      client.destroy();
      child.stdin.end();
      await exited;
    },
  };
}
