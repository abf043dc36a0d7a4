import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseBucketUrl } from './bucket-url.ts';

const plain = { bucket: 'files', prefix: '', endpoint: null, region: null, forcePathStyle: false };

test('a bucket with or without a prefix', () => {
  assert.deepEqual(parseBucketUrl('s3://files'), plain);
  assert.deepEqual(parseBucketUrl('s3://files/'), plain);
  assert.deepEqual(parseBucketUrl('s3://files/a'), { ...plain, prefix: 'a/' });
  assert.deepEqual(parseBucketUrl('s3://files/a/b.c/'), { ...plain, prefix: 'a/b.c/' });
  assert.equal(parseBucketUrl('s3://my.files-2')?.bucket, 'my.files-2');
});

test('options, encoded or not', () => {
  const all = { endpoint: 'http://127.0.0.1:9000', region: 'eu-central-1', forcePathStyle: true };
  const query = 'endpoint=http://127.0.0.1:9000&region=eu-central-1&forcePathStyle=true';
  assert.deepEqual(parseBucketUrl(`s3://files?${query}`), { ...plain, ...all });
  const encoded = `endpoint=${encodeURIComponent(all.endpoint)}&forcePathStyle=false`;
  assert.deepEqual(parseBucketUrl(`s3://files/a?${encoded}`), {
    ...plain,
    prefix: 'a/',
    endpoint: all.endpoint,
    region: 'us-east-1',
    forcePathStyle: false,
  });
  const inside = 'https://files.example.org/storage/s3';
  assert.equal(parseBucketUrl(`s3://files?endpoint=${inside}`)?.endpoint, inside);
});

describe('refuses', () => {
  const refused = {
    'no bucket': 's3://',
    'no bucket but a prefix': 's3:///prefix',
    'a bucket that S3 does not allow': 's3://Files',
    'a bucket name that is too short': 's3://ab',
    credentials: 's3://KEY:SECRET@files',
    'a port': 's3://files:9000/',
    'a prefix that leads up': 's3://files/../others',
    'a space': 's3://files/a b',
    'an unknown option': 's3://files?pathStyle=true',
    'an option twice': 's3://files?region=a&region=b',
    'an empty option': 's3://files?region=',
    'a flag that is neither true nor false': 's3://files?forcePathStyle=1',
    'an endpoint without a scheme': 's3://files?endpoint=127.0.0.1:9000',
    'an endpoint of another scheme': 's3://files?endpoint=ftp://example.org',
    'an endpoint with credentials': 's3://files?endpoint=https://a:b@example.org',
    'an endpoint with a query': `s3://files?endpoint=${encodeURIComponent('https://example.org?a=b')}`,
    'a fragment': 's3://files#a',
    'another scheme': 'gs://files',
  };
  for (const [name, url] of Object.entries(refused))
    test(name, () => assert.equal(parseBucketUrl(url), null));
});
