/** The app's contract itself: that its parts fit together, and that operations do not forget a status. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { statuses } from '../../src/domain/problems/codes.ts';
import { createContractAjv } from '../../src/http/ajv.ts';
import { escapeToken, studioContract, type Json } from '../../test/helpers/contract-document.ts';

const document = parse(readFileSync(path.join(import.meta.dirname, '../../studio/openapi.yaml'), 'utf8'), {
  maxAliasCount: -1,
}) as Json;
const ajv = createContractAjv({ allErrors: true }).addSchema(document, 'contract');
const { operations } = studioContract;

/** Every object of the document, with its JSON pointer. */
function* objectsWithin(node: unknown, pointer = ''): Generator<[string, Json]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [pointer, node as Json];
  for (const [key, value] of Object.entries(node)) {
    yield* objectsWithin(value, `${pointer}/${escapeToken(key)}`);
  }
}

function assertMatches(pointer: string, value: unknown): void {
  const validate = ajv.compile({ $ref: `contract#${pointer.split('/').map(encodeURIComponent).join('/')}` });
  assert.ok(validate(structuredClone(value)), `${pointer}: ${ajv.errorsText(validate.errors)}`);
}

const names = [
  'getSession signInWithPassword signOut signInWithLink finishSignIn',
  'startPasskeySignIn finishPasskeySignIn startOidc finishOidc',
  'listSessions endSession setPassword',
  'startSecondFactor confirmSecondFactor removeSecondFactor',
  'listPasskeys startPasskey addPasskey renamePasskey removePasskey startPasskeyProof updateWorkspace',
  'listMembers inviteMember updateMember removeMember endMemberSessions',
  'getBelongings listRemovedMembers purgeMember restoreMember listActivity',
  'listKeys createKey deleteKey',
  'listUrlKeys createUrlKey deleteUrlKey signImageUrl',
  'listProjects createProject updateProject deleteProject',
  'createTemplate convertDesign listTemplates getTemplate updateTemplate deleteTemplate',
  'moveTemplate duplicateTemplate exportTemplate',
  'getDraft saveDraft discardDraft getDesignSettings saveDesignSettings publishDraft previewDraft',
  'listVersions getVersion restoreVersion previewVersion',
  'listFiles getFile uploadFile deleteFile getThumbnail listFonts getFont',
  'listLibraryItems createLibraryItem getLibraryItem updateLibraryItem deleteLibraryItem',
  'getLibraryFile uploadLibraryFile',
  'uploadPicture submitBatch checkBatch listJobs getJob deleteJob listJobItems getJobItemFile shareJobItem',
  'getJobResult cancelJob',
  'createShare listShares revokeShare',
  'listDeliveries redeliver getCallbackSecret rotateCallbackSecret',
  'getUsage',
];

test('the document has exactly the operations of the app', () => {
  assert.deepEqual(studioContract.operationIds, names.join(' ').split(' '));
});

test('every reference has a target, and no path has parameters of its own', () => {
  for (const [pointer, { $ref }] of objectsWithin(document)) {
    if (typeof $ref === 'string') assert.ok(studioContract.follow($ref.slice(1)), `${pointer}: ${$ref}`);
  }
  for (const { id } of operations) assert.notEqual(id, 'undefined');
});

test('every example and default matches its schema', () => {
  let examples = 0;
  for (const [pointer, object] of objectsWithin(document)) {
    if ('schema' in object && 'example' in object) {
      assertMatches(`${pointer}/schema`, object['example']);
      examples += 1;
    }
    if (object['type'] === undefined || pointer.includes('/example')) continue;
    for (const value of (object['examples'] as unknown[] | undefined) ?? []) {
      assertMatches(pointer, value);
      examples += 1;
    }
    if ('default' in object) assertMatches(pointer, object['default']);
  }
  assert.ok(examples > 40, `only ${examples}`);
});

test('every operation documents the statuses that it can have', () => {
  for (const { id, method, path: pattern, bodyTypes, isOpen } of operations) {
    const expected = [
      400,
      429,
      500,
      503,
      ...(isOpen ? [] : [401]),
      ...(method === 'GET' ? [] : [403]),
      ...(pattern.includes('{') ? [404] : []),
      ...(bodyTypes.length > 0 ? [413, 415] : []),
    ];
    const documented = studioContract.documentedResponses(id);
    assert.deepEqual(
      expected.filter((status) => !documented.has(status)),
      [],
      id,
    );
    assert.ok(
      [...documented.keys()].some((status) => status < 400),
      id,
    );
  }
});

test('every error is a problem that names its codes, which the service has', () => {
  for (const { id, pointer } of operations) {
    for (const [status, { codes, mediaTypes }] of studioContract.documentedResponses(id)) {
      if (status < 400) continue;
      assert.deepEqual(mediaTypes, ['application/problem+json'], `${id} → ${status}`);
      assert.ok(codes.length > 0, `${id} → ${status} has no codes`);
      for (const code of codes) {
        const own = (statuses as Record<string, number>)[code];
        // What is a fault of the caller in the API is a state of the draft, or of the body, here.
        const others: Record<string, number> = { TEMPLATE_INVALID: 409, BATCH_SIZE_EXCEEDED: 413 };
        assert.ok(own === status || others[code] === status, `${id} → ${status}: ${code} is ${own}`);
      }
      const content = `${pointer}/responses/${status}/content`;
      const problem = studioContract.follow(`${content}/application~1problem+json/schema`);
      const parts = problem?.value['allOf'] as { properties?: { status?: { const?: number } } }[];
      assert.ok(
        parts.some(({ properties }) => properties?.status?.const === status),
        `${id} → ${status}`,
      );
    }
  }
});

test('a refusal by origin is documented for every request that changes something', () => {
  for (const { id, method } of operations) {
    const codes = studioContract.documentedResponses(id).get(403)?.codes ?? [];
    assert.ok(codes.includes('FOREIGN_ORIGIN') || method === 'GET', id);
  }
});

test('every response documents its request id, and after the session the rate limit', () => {
  for (const { id, isOpen } of operations) {
    for (const [status, { headers }] of studioContract.documentedResponses(id)) {
      assert.ok(headers.includes('x-request-id'), `${id} → ${status}`);
      if (!isOpen && status !== 401) {
        assert.ok(headers.includes('ratelimit') && headers.includes('ratelimit-policy'), `${id} → ${status}`);
      }
    }
  }
});

test('request bodies refuse unknown fields, except for documents and values', () => {
  const open: string[] = [];
  for (const { id, bodyTypes, pointer } of operations) {
    if (!bodyTypes.includes('application/json')) continue;
    const schema = studioContract.follow(`${pointer}/requestBody/content/application~1json/schema`);
    if (schema?.value['additionalProperties'] !== false) open.push(id);
  }
  assert.deepEqual(open, ['saveDraft']);
});
