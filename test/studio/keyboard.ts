/** A browser's page, used with the keys alone. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

const maxKeys = 80;

/** Presses a key, Tab unless it is named, until the element has the focus. */
export async function pressTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  // Radio buttons of a segmented control have no size of their own.
  await target.waitFor({ state: 'attached' });
  for (let pressed = 0; pressed < maxKeys; pressed += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${target.toString()} does not get the focus in ${maxKeys} times ${key}`);
}

/** Whether the element has the focus. */
export async function hasFocus(target: Locator): Promise<boolean> {
  return (await target.and(target.page().locator(':focus')).count()) === 1;
}

/** Goes to the element with Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await pressTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes to a field with Tab, and types in the place of what it has. */
export async function typeInto(page: Page, field: Locator, text: string, key = 'Tab'): Promise<void> {
  await pressTo(page, field, key);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}
