/** Attacks on the members of a workspace and their keys. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { addProject, addTemplate, type Answer } from '../helpers/http.ts';
import { addUrlKey } from '../helpers/image-urls.ts';
import { createCredentials, forgetAttempts } from '../helpers/studio-accounts.ts';
import { isSignedIn } from '../helpers/studio-attacks.ts';
import { createUser, startStudio, type Studio } from '../helpers/studio.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
after(() => studio.close());

describe('members and keys', { timeout: 120_000 }, () => {
  test('ids of another workspace answer as if they did not exist', async () => {
    const { owner, stranger } = studio;
    const foreignKey = await addUrlKey(studio.db, stranger);
    const removedStranger = await createUser(studio.db, {
      workspaceId: stranger.workspaceId,
      role: 'MEMBER',
    });
    const memberId = removedStranger.accountId;
    assert.equal((await studio.call('removeMember', { as: stranger, path: { memberId } })).status, 204);
    for (const [operationId, path, json] of [
      ['updateMember', { memberId: stranger.accountId }, { name: 'Taken over' }],
      ['removeMember', { memberId: stranger.accountId }, undefined],
      ['getBelongings', { memberId: stranger.accountId }, undefined],
      ['endMemberSessions', { memberId: stranger.accountId }, undefined],
      ['restoreMember', { memberId: removedStranger.accountId }, { email: 'eve@example.org' }],
      ['purgeMember', { memberId: removedStranger.accountId }, undefined],
      ['deleteKey', { keyId: stranger.keyId }, undefined],
      ['deleteUrlKey', { urlKeyId: foreignKey.urlKeyId }, undefined],
      ['signImageUrl', { urlKeyId: foreignKey.urlKeyId }, { templateId: randomUUID() }],
      ['endSession', { sessionId: stranger.sessionId }, undefined],
    ] as const) {
      const [[name = '', theirs = '']] = Object.entries(path) as [[string, string]];
      const foreign = await studio.call(operationId, { as: owner, path, json });
      const missingId = randomUUID();
      const missing = await studio.call(operationId, { as: owner, path: { [name]: missingId }, json });
      assert.equal(foreign.status, 404, operationId);
      const detail = ({ problem }: Answer, id: string) => problem.detail.replaceAll(id, 'ID');
      assert.equal(detail(foreign, theirs), detail(missing, missingId));
    }
    assert.ok(await isSignedIn(studio, stranger.token));
    const lists = ['listMembers', 'listRemovedMembers', 'listKeys', 'listUrlKeys', 'listActivity'];
    for (const operationId of lists) {
      const { bytes } = await studio.call(operationId, { as: owner });
      const text = Buffer.from(bytes).toString();
      for (const id of [stranger.accountId, stranger.keyId, foreignKey.urlKeyId, stranger.workspaceId])
        assert.ok(!text.includes(id), `${operationId} shows ${id}`);
    }
  });

  test('inviting does not tell whether another workspace knows an address, and leaves it free', async () => {
    const { owner, stranger } = studio;
    const signedUp = await createCredentials(studio.db);
    const known = await getInvitation(studio.call('inviteMember', { json: { email: signedUp.email } }));
    const unknown = await getInvitation(studio.call('inviteMember', { json: { email: 'new@example.org' } }));
    const shape = ({ member }: SentInvitation, email: string) =>
      JSON.stringify(member).replaceAll(member.id, 'ID').replaceAll(email, 'EMAIL').replaceAll(/\d+/g, '0');
    assert.equal(shape(known, signedUp.email), shape(unknown, 'new@example.org'));
    // Changing the address of an invitation, or of an active member, tells nothing either.
    const other = await createUser(studio.db, { workspaceId: owner.workspaceId, role: 'MEMBER' });
    for (const memberId of [unknown.member.id, other.accountId]) {
      const { email } = await createCredentials(studio.db);
      const changed = await studio.call('updateMember', { path: { memberId }, json: { email } });
      assert.equal(changed.status, 200);
    }
    // The person signs in as before, and only they learn that the address cannot be used twice.
    const signIn = async ({ email, password }: typeof signedUp) =>
      (await studio.call('signInWithPassword', { as: null, json: { email, password } })).status;
    assert.equal(await signIn(signedUp), 200);
    assert.equal((await accept(known)).problem.code, 'EMAIL_TAKEN');
    assert.equal(await signIn(signedUp), 200);
    // An invitation of a stranger does not keep a workspace from inviting: who joins first has the address.
    const theirs = await getInvitation(
      studio.call('inviteMember', { as: stranger, json: { email: 'both@example.org' } }),
    );
    const ours = await getInvitation(studio.call('inviteMember', { json: { email: 'both@example.org' } }));
    assert.equal((await accept(ours)).status, 200);
    assert.equal((await accept(theirs)).problem.code, 'EMAIL_TAKEN');
    // Two people who accept at the same time: one of them joins.
    const pair = await Promise.all(
      [owner, stranger].map((as) =>
        getInvitation(studio.call('inviteMember', { as, json: { email: 'race@example.org' } })),
      ),
    );
    const statuses = await Promise.all(pair.map(async (each) => (await accept(each)).status));
    assert.deepEqual(statuses.toSorted(), [200, 409]);
  });

  test('an owner who opens own invitations learns of five taken addresses at once', async () => {
    const prober = await createUser(studio.db);
    const inviteAs = (as: typeof prober, email: string) =>
      getInvitation(studio.call('inviteMember', { as, json: { email } }));
    const open = async (invitation: SentInvitation) => {
      const { status, problem } = await accept(invitation);
      return status === 200 ? '200' : `${status} ${problem.code}`;
    };
    // Links that are opened again and free addresses do not count.
    const first = await inviteAs(prober, (await createCredentials(studio.db)).email);
    for (let count = 0; count < 7; count += 1) assert.equal(await open(first), '409 EMAIL_TAKEN');
    for (let count = 0; count < 6; count += 1)
      assert.equal(await open(await inviteAs(prober, `free-${count}@example.org`)), '200');
    // All ways to the answer count together: an address that the member confirms, and the own one.
    const member = await createCredentials(studio.db, { workspaceId: prober.workspaceId });
    const { email: wanted } = await createCredentials(studio.db);
    const change = (memberId: string, email: string) =>
      studio.call('updateMember', { as: prober, path: { memberId }, json: { email } });
    const { link } = (await change(member.accountId, wanted)).json as { link: { url: string } };
    const token = new URL(link.url).searchParams.get('token');
    await forgetAttempts(studio.db);
    const confirmed = await studio.call('signInWithLink', {
      as: null,
      json: { token, password: member.password },
    });
    assert.equal(confirmed.problem.code, 'EMAIL_TAKEN');
    const own = await change(prober.accountId, wanted);
    assert.equal(own.problem.code, 'EMAIL_TAKEN');
    for (let count = 0; count < 2; count += 1) {
      const { email } = await createCredentials(studio.db);
      assert.equal(await open(await inviteAs(prober, email)), '409 EMAIL_TAKEN');
    }
    // Now taken and free ones answer the same.
    const taken = await inviteAs(prober, (await createCredentials(studio.db)).email);
    const free = await inviteAs(prober, 'free-now@example.org');
    for (const each of [taken, free, first]) assert.equal(await open(each), '429 RATE_LIMIT_EXCEEDED');
    assert.equal((await change(prober.accountId, 'free-too@example.org')).status, 429);
    const other = await createUser(studio.db);
    assert.equal(await open(await inviteAs(other, 'free-now@example.org')), '200', 'other workspaces');
    const passHours = (hours: number) =>
      queryRows(
        studio.db,
        `update rate_limits set due_at = due_at - cast(:hours as float8) * interval '1 hour'
         where key = :key`,
        { hours, key: `taken-addresses:${prober.workspaceId}` },
      );
    await passHours(4.7);
    assert.equal(await open(taken), '429 RATE_LIMIT_EXCEEDED');
    await passHours(0.2);
    assert.equal(await open(taken), '409 EMAIL_TAKEN');
  });

  test('links that are opened at once are answered as in sequence', async () => {
    const prober = await createUser(studio.db);
    const openAll = async (emails: readonly string[]) => {
      const invitations = await Promise.all(
        emails.map((email) => getInvitation(studio.call('inviteMember', { as: prober, json: { email } }))),
      );
      const statuses = await Promise.all(invitations.map(async (each) => (await accept(each)).status));
      return statuses.toSorted();
    };
    const free = Array.from({ length: 9 }, (_, index) => `at-once-${index}@example.org`);
    assert.deepEqual(await openAll(free), Array(9).fill(200), 'who joins counts for nobody');
    const taken = await Promise.all(
      Array.from({ length: 8 }, async () => (await createCredentials(studio.db)).email),
    );
    assert.deepEqual(await openAll(taken), [409, 409, 409, 409, 409, 429, 429, 429]);
  });

  test('a member sees and deletes only own keys and own activity; an owner everything', async () => {
    const owner = await createUser(studio.db);
    const { workspaceId } = owner;
    const member = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    const getKeys = async (as: typeof owner) => {
      const { json } = await studio.call('listKeys', { as });
      return (json as { data: { id: string; isYours: boolean }[] }).data.map(
        ({ id, isYours }) => `${id} ${isYours}`,
      );
    };
    assert.deepEqual(await getKeys(owner), [`${member.keyId} false`, `${owner.keyId} true`]);
    assert.deepEqual(await getKeys(member), [`${member.keyId} true`]);
    const remove = (as: typeof owner, keyId: string) => studio.call('deleteKey', { as, path: { keyId } });
    assert.equal((await remove(member, owner.keyId)).status, 404);
    assert.equal((await remove(owner, member.keyId)).status, 204);
    const { status } = await studio.service.send('GET', '/api/v1/projects', { key: member.apiKey });
    assert.equal(status, 401, 'the key stops at once');
    const getActivity = async (as: typeof owner) => {
      const { json } = await studio.call('listActivity', { as });
      return (json as { data: { action: string; actor: { id: string } | null }[] }).data.map(
        ({ action, actor }) => `${action} ${actor?.id ?? 'operator'}`,
      );
    };
    assert.equal((await getActivity(owner))[0], `KEY_DELETED ${owner.accountId}`);
    assert.deepEqual(await getActivity(member), [
      `KEY_DELETED ${owner.accountId}`,
      'KEY_CREATED operator',
      'MEMBER_JOINED operator',
    ]);
  });

  test('a member sees and deletes own URL keys, an owner all; both sign only with own ones', async () => {
    const owner = await createUser(studio.db);
    const member = await createUser(studio.db, { workspaceId: owner.workspaceId, role: 'MEMBER' });
    const hidden = await addTemplate(studio.db, member);
    const ofOwner = await addUrlKey(studio.db, owner);
    const ofMember = await addUrlKey(studio.db, member, { templateIds: [hidden] });
    const list = async (as: typeof owner) =>
      ((await studio.call('listUrlKeys', { as })).json as { data: { id: string; templates: unknown }[] })
        .data;
    const [newest, oldest] = await list(owner);
    assert.deepEqual([newest?.id, oldest?.id], [ofMember.urlKeyId, ofOwner.urlKeyId]);
    assert.deepEqual(newest?.templates, [{ id: hidden, name: null }], 'the name of a private template');
    assert.deepEqual(
      (await list(member)).map(({ id }) => id),
      [ofMember.urlKeyId],
    );
    const signIt = (as: typeof owner, { urlKeyId }: typeof ofOwner) =>
      studio.call('signImageUrl', { as, path: { urlKeyId }, json: { templateId: hidden } });
    assert.equal((await signIt(owner, ofMember)).problem.code, 'NOT_FOUND');
    assert.equal((await signIt(member, ofOwner)).problem.code, 'NOT_FOUND');
    assert.equal((await signIt(owner, ofOwner)).problem.code, 'TEMPLATE_NOT_FOUND');
    const { json } = await signIt(member, ofMember);
    const url = new URL((json as { url: string }).url);
    assert.equal((await studio.service.send('GET', url.pathname + url.search)).status, 200);
    const remove = (as: typeof owner, { urlKeyId }: typeof ofOwner) =>
      studio.call('deleteUrlKey', { as, path: { urlKeyId } });
    assert.equal((await remove(member, ofOwner)).status, 404);
    assert.equal((await remove(owner, ofMember)).status, 204);
    assert.equal((await studio.service.send('GET', url.pathname + url.search)).status, 403);
    const activity = await studio.call('listActivity', { as: member });
    assert.deepEqual(
      (activity.json as { data: { action: string; actor: { id: string } | null }[] }).data
        .slice(0, 2)
        .map(({ action, actor }) => `${action} ${actor?.id ?? 'operator'}`),
      [`URL_KEY_DELETED ${owner.accountId}`, 'URL_KEY_CREATED operator'],
    );
  });

  test('the sessions of a removed member stop at once, what they share goes to the owner', async () => {
    const owner = await createUser(studio.db);
    const { workspaceId } = owner;
    const member = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    const colleague = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    const shared = await addProject(studio.db, member, { visibility: 'SHARED' });
    const inShared = await addTemplate(studio.db, member, {}, { projectId: shared, visibility: 'SHARED' });
    const hidden = await addTemplate(studio.db, member, {}, { projectId: shared });
    // Private, but with a template of a colleague.
    const theirs = await addTemplate(studio.db, colleague, {}, { projectId: member.projectId });
    const empty = await addProject(studio.db, member, {});

    const removed = await studio.call('removeMember', { as: owner, path: { memberId: member.accountId } });
    assert.equal(removed.status, 204);
    assert.equal(await isSignedIn(studio, member.token), false);
    const owners = async (table: string, ids: string[]) => {
      const rows = await queryRows<{ id: string; owner: string }>(
        studio.db,
        `select id, account_id as owner from ${table} where id = any(:ids)`,
        { ids },
      );
      return Object.fromEntries(rows.map((row) => [row.id, row.owner]));
    };
    assert.deepEqual(await owners('projects', [shared, member.projectId, empty]), {
      [shared]: owner.accountId,
      [member.projectId]: owner.accountId,
      // What is private waits in the bin with its owner.
      [empty]: member.accountId,
    });
    assert.deepEqual(await owners('templates', [inShared, hidden, theirs]), {
      [inShared]: owner.accountId,
      [theirs]: colleague.accountId,
      [hidden]: member.accountId,
    });
    const again = await studio.call('removeMember', { as: owner, path: { memberId: member.accountId } });
    assert.equal(again.status, 404);
  });

  test('a demoted owner may not do at once what owners may', async () => {
    const owner = await createUser(studio.db);
    const second = await createUser(studio.db, { workspaceId: owner.workspaceId, role: 'OWNER' });
    const demote = (as: typeof owner, { accountId }: typeof owner) =>
      studio.call('updateMember', { as, path: { memberId: accountId }, json: { role: 'MEMBER' } });
    assert.equal((await demote(owner, second)).status, 200);
    for (const [operationId, call] of [
      ['inviteMember', { json: { email: 'late@example.org' } }],
      ['updateMember', { path: { memberId: owner.accountId }, json: { role: 'MEMBER' } }],
      ['removeMember', { path: { memberId: owner.accountId } }],
    ] as const) {
      const { status, problem } = await studio.call(operationId, { as: second, ...call });
      assert.deepEqual([status, problem.code], [403, 'OWNER_ONLY'], operationId);
    }
    const deletion = await studio.call('deleteKey', { as: second, path: { keyId: owner.keyId } });
    assert.equal(deletion.status, 404);
    assert.equal((await demote(owner, owner)).problem.code, 'LAST_OWNER');
  });

  test('owners who demote or remove each other at once leave an owner', async () => {
    for (const operationId of ['updateMember', 'removeMember']) {
      const owner = await createUser(studio.db);
      const { workspaceId } = owner;
      const owners = [owner];
      for (let count = 1; count < 4; count += 1)
        owners.push(await createUser(studio.db, { workspaceId, role: 'OWNER' }));
      await Promise.all(
        owners.flatMap((as) =>
          owners
            .filter((other) => other !== as)
            .map(({ accountId }) =>
              studio.call(operationId, {
                as,
                path: { memberId: accountId },
                ...(operationId === 'updateMember' && { json: { role: 'MEMBER' } }),
              }),
            ),
        ),
      );
      const left = await queryRows(
        studio.db,
        `select from accounts where workspace_id = :workspaceId and role = 'OWNER'`,
        { workspaceId },
      );
      assert.equal(left.length, 1, operationId);
    }
  });

  test('an owner who has not joined does not count as the owner that a workspace needs', async () => {
    const owner = await createUser(studio.db);
    await studio.call('inviteMember', { as: owner, json: { email: 'boss@example.org', role: 'OWNER' } });
    const { problem } = await studio.call('updateMember', {
      as: owner,
      path: { memberId: owner.accountId },
      json: { role: 'MEMBER' },
    });
    assert.equal(problem.code, 'LAST_OWNER');
  });
});

interface SentInvitation {
  readonly member: { readonly id: string };
  readonly link: { readonly url: string };
}

async function getInvitation(answer: Promise<Answer>): Promise<SentInvitation> {
  const { status, json } = await answer;
  assert.equal(status, 201);
  return json as SentInvitation;
}

async function accept({ link }: SentInvitation): Promise<Answer> {
  await forgetAttempts(studio.db);
  const token = new URL(link.url).searchParams.get('token');
  const json = { token, name: 'Grace', password: 'long enough for it' };
  return await studio.call('signInWithLink', { as: null, json });
}
