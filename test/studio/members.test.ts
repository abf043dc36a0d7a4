/** The pages "Members" and "Activity", in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { createUser, signIn, type StudioUser } from '../helpers/studio.ts';
import { addProject, addTemplate } from '../helpers/http.ts';
import { createCredentials } from '../helpers/studio-accounts.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

async function nameUser({ accountId }: StudioUser, name: string, email: string | null = null): Promise<void> {
  await queryRows(studio.db, 'update accounts set name = :name, email = :email where id = :accountId', {
    accountId,
    name,
    email,
  });
}

/** Adds members without asking the service for each one. */
async function addMembers(workspaceId: string, count: number): Promise<void> {
  await queryRows(
    studio.db,
    `insert into accounts (workspace_id, name, email, role)
     select :workspaceId, 'Mitarbeiter ' || n || ' der Donaudampfschifffahrtsgesellschaft',
            n || '-' || cast(:workspaceId as text) || '@example.org', 'MEMBER'
     from generate_series(1, cast(:count as int)) n`,
    { workspaceId, count },
  );
}

/** Opens a dialog of a member's menu. */
async function choose(page: Page, member: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${member}` }).press('Enter');
  await page.getByRole('menuitem', { name: action }).press('Enter');
  await page.getByRole('dialog').waitFor();
}

describe('members', { timeout: 300_000 }, () => {
  test('one member, some members and their activity', async (t) => {
    const user = await createUser(studio.db);
    await nameUser(user, 'أدا لوفلايس');
    const page = await studio.open(t, '/members', { as: user });
    await page.getByRole('heading', { name: 'You are alone here' }).waitFor();
    await checkPageAtWidths(t, page);
    const { workspaceId } = user;
    const colleague = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    await nameUser(colleague, 'Grace Hopper', `grace-${workspaceId}@example.org`);
    const email = `donaudampfschifffahrtsgesellschaft-${workspaceId.slice(0, 8)}@verwaltung.example.org`;
    await studio.call('inviteMember', { as: user, json: { email, role: 'OWNER' } });
    await studio.call('setPassword', { as: user, json: { newPassword: 'correct horse battery' } });
    await page.reload();
    await page.getByText('Invited', { exact: true }).waitFor();
    await checkPageAtWidths(t, page);
    await page.goto(`${studio.service.url}/studio/activity`);
    await page.getByText('set a new password').waitFor();
    await page.getByText(email).waitFor();
    await checkPageAtWidths(t, page);
  });

  test('a member is invited, joins with the link, and is in the activity', async (t) => {
    const owner = await createUser(studio.db);
    await nameUser(owner, 'Ada Lovelace');
    const page = await studio.open(t, '/members', { as: owner });
    await page.getByRole('button', { name: 'Invite member' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').waitFor();
    await checkPage(page);
    await page.keyboard.type('Grace@Example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    assert.equal(await dialog.getByLabel('Owner').isChecked(), true);
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Invitation for grace@example.org' }).waitFor();
    await checkPage(page);
    const link = (await dialog.getByRole('region', { name: 'Invitation link' }).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByText('Invited', { exact: true }).waitFor();

    const guest = await studio.open(t, new URL(link).pathname.replace('/studio', '') + new URL(link).search, {
      as: null,
      expectedStatuses: [400, 401],
    });
    await guest.getByLabel('Name').fill('Grace Hopper');
    await guest.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await guest.getByRole('button', { name: /Join/ }).click();
    await guest.getByRole('button', { name: 'Account: Grace Hopper' }).waitFor();

    await page.reload();
    await page.getByRole('row', { name: /Grace Hopper.*Owner/ }).waitFor();
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('joined the workspace').waitFor();
    const entries = await page.getByRole('listitem').allTextContents();
    const said = entries.filter((text) => /Grace|grace/.test(text)).map((text) => text.replace(/\d.*$/, ''));
    assert.deepEqual(said, [
      'Grace Hopper signed inWith a link, from ',
      'Grace Hopper joined the workspace',
      'Ada Lovelace invited grace@example.orgAs owner',
    ]);
  });

  test('a second link for an invitation replaces the first', async (t) => {
    const owner = await createUser(studio.db);
    const email = 'olga@example.org';
    const { json } = await studio.call('inviteMember', { as: owner, json: { email } });
    const page = await studio.open(t, '/members', { as: owner });
    await choose(page, email, 'New invitation link');
    const dialog = page.getByRole('dialog');
    const link = await dialog.getByRole('region', { name: 'Invitation link' }).textContent();
    await checkPage(page);
    assert.notEqual(link, (json as { link: { url: string } }).link.url);
    const { count } = await queryRow<{ count: number }>(
      studio.db,
      `select count(*)::int from sign_in_links l join accounts a on a.id = l.account_id
       where a.email = :email`,
      { email },
    );
    assert.equal(count, 1);
  });

  test('a new address of a member waits until they confirm it with their password', async (t) => {
    const owner = await createUser(studio.db);
    const { workspaceId } = owner;
    const member = await createCredentials(studio.db, { workspaceId });
    await queryRows(studio.db, `update accounts set name = 'Grace Hopper' where id = :accountId`, {
      accountId: member.accountId,
    });
    const page = await studio.open(t, '/members', { as: owner });
    await choose(page, 'Grace Hopper', 'Change');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('grace-new@example.org');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.getByRole('heading', { name: 'New address of Grace Hopper' }).waitFor();
    await checkPage(page);
    const link = await dialog.getByRole('region', { name: 'Link that confirms the address' }).textContent();
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByText('grace-new@example.org, not confirmed yet').waitFor();
    await checkPageAtWidths(t, page);

    const { pathname, search } = new URL(link ?? '');
    const own = await studio.open(t, pathname.replace('/studio', '') + search, {
      as: null,
      expectedStatuses: [400, 401],
    });
    await own.getByRole('heading', { name: 'Confirm your new address' }).waitFor();
    assert.doesNotMatch(own.url(), /token/);
    await checkPageAtWidths(t, own);
    await own.getByLabel('Password', { exact: true }).fill('not the password');
    await own.getByLabel('Password', { exact: true }).press('Enter');
    await own.getByText('Is wrong.', { exact: true }).waitFor();
    await own.getByLabel('Password', { exact: true }).fill(member.password);
    await own.getByLabel('Password', { exact: true }).press('Enter');
    await own.getByRole('button', { name: 'Account: Grace Hopper' }).waitFor();
    await page.reload();
    await page.getByText('grace-new@example.org', { exact: true }).waitFor();
  });

  test('an owner changes a member, and sees why a change is refused', async (t) => {
    const owner = await createUser(studio.db);
    const { workspaceId } = owner;
    await nameUser(owner, 'Ada Lovelace', 'ada-of-test@example.org');
    const member = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    await nameUser(member, 'Grace', 'grace-of-test@example.org');
    const page = await studio.open(t, '/members', { as: owner, expectedStatuses: [409] });
    await choose(page, 'Grace', 'Change');
    const dialog = page.getByRole('dialog');
    await checkPage(page);
    await dialog.getByLabel('Name').fill('Grace Hopper');
    await dialog.getByLabel('Email').fill('ada-of-test@example.org');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await checkPage(page);
    await dialog.getByLabel('Email').fill('hopper-of-test@example.org');
    await dialog.getByLabel('Owner').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('row', { name: /Grace Hopper.*hopper-of-test@example.org.*Owner/ }).waitFor();

    await choose(page, 'Grace Hopper', 'Change');
    await dialog.getByLabel('Member', { exact: true }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Grace Hopper.*Member/ }).waitFor();
    await choose(page, 'Ada Lovelace', 'Change');
    await dialog.getByLabel('Member', { exact: true }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The workspace needs an owner').waitFor();
  });

  test('an owner signs a member out everywhere, and reads that and failed sign-ins', async (t) => {
    const owner = await createUser(studio.db);
    const { workspaceId } = owner;
    const member = await createCredentials(studio.db, { workspaceId });
    const { accountId } = member;
    await queryRows(studio.db, `update accounts set name = 'Grace Hopper' where id = :accountId`, {
      accountId,
    });
    const { token } = await signIn(studio.db, member);
    const guess = { email: member.email, password: 'a guess' };
    for (const json of [guess, guess, { ...guess, password: member.password }])
      await studio.call('signInWithPassword', { as: null, json });
    const page = await studio.open(t, '/members', { as: owner });
    await choose(page, 'Grace Hopper', 'Sign out everywhere');
    await checkPageAtWidths(t, page);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).press('Enter');
    await page.getByText('Grace Hopper is signed out everywhere.').waitFor();
    assert.equal((await studio.call('getSession', { as: { token } })).status, 401);
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText(/signed out everywhere:/).waitFor();
    await page.getByText(/Somebody failed to sign in as/).waitFor();
    await page.getByText('2 times within the hour').waitFor();
    await page.getByText('With the password, from 127.0.0.1').waitFor();
    await checkPageAtWidths(t, page);
  });

  test('removing a member says what goes where, and does it', async (t) => {
    const owner = await createUser(studio.db);
    const { workspaceId } = owner;
    const member = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    await nameUser(member, 'Grace Hopper');
    const projectId = await addProject(studio.db, member, { visibility: 'SHARED' });
    await addTemplate(studio.db, member, {}, { projectId, visibility: 'SHARED' });
    const page = await studio.open(t, '/members', { as: owner, width: 390 });
    await choose(page, 'Grace Hopper', 'Remove');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Shared projects and templates, URL keys/).waitFor();
    await dialog.getByText(/programs with their 1 key/).waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await choose(page, 'Grace Hopper', 'Remove');
    await dialog.getByRole('button', { name: 'Remove member' }).press('Enter');
    await page.getByRole('heading', { name: 'You are alone here' }).waitFor();
    const { accountId } = await queryRow<{ accountId: string }>(
      studio.db,
      'select account_id as "accountId" from projects where id = :projectId',
      { projectId },
    );
    assert.equal(accountId, owner.accountId);
  });

  test('an heir is chosen, and removed members wait in the bin', async (t) => {
    const owner = await createUser(studio.db);
    const { workspaceId } = owner;
    const [leaver, heir] = [
      await createUser(studio.db, { workspaceId, role: 'MEMBER' }),
      await createUser(studio.db, { workspaceId, role: 'MEMBER' }),
    ];
    await nameUser(leaver, 'Grace Hopper');
    await nameUser(heir, 'Ada Lovelace');
    const projectId = await addProject(studio.db, leaver, { visibility: 'SHARED' });
    const templateId = await addTemplate(studio.db, leaver, {}, { projectId, visibility: 'SHARED' });
    const hidden = await addTemplate(studio.db, leaver, {}, { projectId });
    const page = await studio.open(t, '/members', { as: owner });
    await choose(page, 'Grace Hopper', 'Remove');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Who gets it' }).click();
    await page.getByRole('option', { name: 'Ada Lovelace' }).click();
    await checkPageAtWidths(t, page);
    await dialog.getByRole('button', { name: 'Remove member' }).press('Enter');

    await page.getByRole('heading', { name: 'Bin' }).waitFor();
    await checkPageAtWidths(t, page);
    const templates = await queryRows<{ id: string; owner: string }>(
      studio.db,
      'select id, account_id as owner from templates where id in (:templateId, :hidden)',
      { templateId, hidden },
    );
    assert.deepEqual(Object.fromEntries(templates.map((row) => [row.id, row.owner])), {
      [templateId]: heir.accountId,
      [hidden]: leaver.accountId,
    });

    await page.getByRole('button', { name: 'Take back Grace Hopper' }).press('Enter');
    await dialog.getByLabel('Email').fill(`grace-${workspaceId}@example.org`);
    await dialog.getByRole('button', { name: 'Make invitation' }).press('Enter');
    await dialog.getByRole('region', { name: 'Invitation link' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('heading', { name: 'Bin' }).waitFor({ state: 'detached' });
    await choose(page, 'Grace Hopper', 'Remove');
    await dialog.getByRole('button', { name: 'Remove member' }).press('Enter');
    await page.getByRole('button', { name: 'Delete for good: Grace Hopper' }).press('Enter');
    await dialog.getByText('Nobody can bring them back').waitFor();
    await checkPageAtWidths(t, page);
    await dialog.getByRole('button', { name: 'Delete for good' }).press('Enter');
    await page.getByRole('heading', { name: 'Bin' }).waitFor({ state: 'detached' });
    const left = await queryRows(studio.db, 'select from accounts where id = :id', {
      id: leaver.accountId,
    });
    assert.equal(left.length, 0);
  });

  test('a member sees the members, and changes none', async (t) => {
    const page = await studio.open(t, '/members', { as: studio.member });
    await page.getByRole('row', { name: /\(you\)/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Invite|Actions for/ }).count(), 0);
    await checkPage(page);
  });

  test('3,000 members are searched and paged', async (t) => {
    const owner = await createUser(studio.db);
    await addMembers(owner.workspaceId, 3_000);
    const page = await studio.open(t, '/members', { as: owner });
    await page.getByText('1 to 50 of 3,001').waitFor();
    await checkPage(page);
    await page.getByRole('searchbox', { name: 'Search members' }).fill('2718');
    await page.getByRole('row', { name: /Mitarbeiter 2718/ }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
  });
});

describe('activity', { timeout: 300_000 }, () => {
  test('many entries are paged, by day', async (t) => {
    const owner = await createUser(studio.db);
    await queryRows(
      studio.db,
      `insert into activity (workspace_id, at, actor_id, actor_name, action, account_id, subject)
       select :workspaceId, now() - n * interval '1 hour', :accountId, 'Ada', 'KEY_CREATED', :accountId,
              'Key ' || n
       from generate_series(1, 3000) n`,
      { workspaceId: owner.workspaceId, accountId: owner.accountId },
    );
    const page = await studio.open(t, '/activity', { as: owner, width: 390 });
    await page.getByText('1 to 50 of 3,002').waitFor();
    await page.getByRole('heading', { name: 'Yesterday' }).waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('51 to 100 of 3,002').waitFor();
    assert.equal(new URL(page.url()).search, '?page=2');
    await page.goBack();
    await page.getByText('1 to 50 of 3,002').waitFor();
  });

  test('a name with markup is text', async (t) => {
    const owner = await createUser(studio.db);
    const name = '<img src=x onerror=alert(1)>"\'&amp;';
    await studio.call('createKey', { as: owner, json: { name } });
    await nameUser(owner, name);
    for (const path of ['/activity', '/keys', '/members']) {
      const page = await studio.open(t, path, { as: owner });
      await page.getByText(name).first().waitFor();
    }
  });
});
