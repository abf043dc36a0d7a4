/** Keys for a bucket, as the AWS SDK takes them. */
export interface BucketCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Parts of a URL like `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=true`. */
export interface BucketLocation {
  readonly bucket: string;
  /** In front of every key: empty, or ends with a slash. */
  readonly prefix: string;
  /** Null: the AWS endpoint of the region. */
  readonly endpoint: string | null;
  /** Null: the AWS SDK finds it (`AWS_REGION`, the shared configuration file). */
  readonly region: string | null;
  /** Whether the bucket is part of the URL's path instead of its host name. */
  readonly forcePathStyle: boolean;
}

/** What a URL must look like, for error messages. */
export const acceptedBucketUrl =
  's3://bucket or s3://bucket/prefix, optionally with endpoint (http or https), region and forcePathStyle ' +
  '(true or false), like s3://files/platen?endpoint=https://s3.example.org&region=eu-central-1';

/** Parses a bucket's URL. Null if it is not one; a URL with credentials is refused too. */
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
    // Other stores mostly have one region and call it by AWS's first name.
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
