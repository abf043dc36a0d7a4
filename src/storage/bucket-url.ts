/**
 * `STORAGE_URL` where it names a bucket of an object store: `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=true`.
 */

/** Where in an object store files are kept. */
export interface BucketLocation {
  readonly bucket: string;
  /** In front of every key: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Null: AWS's own, which follows from the region. */
  readonly endpoint: string | null;
  /** Null: as the AWS SDK finds it (`AWS_REGION`, the shared configuration file). */
  readonly region: string | null;
  /** Whether the bucket is named in the path of addresses, and not in front of the host name. */
  readonly forcePathStyle: boolean;
}

/** What a URL should have been. */
export const acceptedBucketUrl =
  's3://bucket or s3://bucket/prefix, with none, some or all of the options endpoint (http or https), region and ' +
  'forcePathStyle (true or false), like s3://files/platen?endpoint=https://s3.example.org&region=eu-central-1';

/** The parts of a URL, or null where it is none of these. Credentials have no place in it. */
export function parseBucketUrl(text: string): BucketLocation | null {
  const [, bucket, path = '', query = ''] =
    /^s3:\/\/([^/?#@:]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text) ?? [];
  if (bucket === undefined || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return null;
  const folders = path.split('/').filter((folder) => folder !== '');
  if (folders.some((folder) => !/^[\w-][\w.-]*$/.test(folder))) return null;

  const options = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (options.has(name) || !isAccepted(name, value)) return null;
    options.set(name, value);
  }
  const endpoint = options.get('endpoint') ?? null;
  return {
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    endpoint,
    // Stores other than AWS's seldom have several, and call their one as AWS's first was called.
    region: options.get('region') ?? (endpoint === null ? null : 'us-east-1'),
    forcePathStyle: options.get('forcePathStyle') === 'true',
  };
}

function isAccepted(name: string, value: string): boolean {
  if (name === 'endpoint') return isEndpoint(value);
  if (name === 'region') return /^[a-z0-9-]+$/.test(value);
  return name === 'forcePathStyle' && /^(true|false)$/.test(value);
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}
