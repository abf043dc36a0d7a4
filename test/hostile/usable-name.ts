import assert from 'node:assert/strict';

/** Fails unless Windows, macOS and Linux take a file of that name, and each shows it as it is. */
export function assertUsableName(name: string): void {
  assert.ok(name.isWellFormed() && Buffer.byteLength(name) <= 255, name);
  assert.doesNotMatch(name, /[<>:"/\\|?*\p{Cc}\p{Cf}]|^[.\s]|[.\s]$/u);
  assert.doesNotMatch(name, /^(?:con|prn|aux|nul|com\d|lpt\d)\s*\./iu);
  assert.match(name, /.\.png$/u);
}
