import assert from 'node:assert/strict';

/** Checks that Windows, macOS and Linux accept a file name and show it unchanged. */
export function assertUsableName(name: string): void {
  assert.ok(name.isWellFormed() && Buffer.byteLength(name) <= 255, name);
  assert.doesNotMatch(name, /[<>:"/\\|?*\p{Cc}\p{Cf}]|^[.\s]|[.\s]$/u);
  assert.doesNotMatch(name, /^(?:con|prn|aux|nul|com\d|lpt\d)\s*\./iu);
  assert.match(name, /.\.png$/u);
}
