import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { transformRuns } from './text-transform.ts';

describe('transformRuns', () => {
  it('changes case by Unicode’s full mappings', () => {
    assert.deepEqual(transformRuns(['straße ﬁ'], 'uppercase'), ['STRASSE FI']);
    assert.deepEqual(transformRuns(['ΟΔΟΣ', ' ΑΣ'], 'lowercase'), ['οδος', ' ας']);
    assert.deepEqual(transformRuns(['ΟΔΟ', 'Σ'], 'lowercase'), ['οδο', 'ς']);
    assert.deepEqual(transformRuns(['İI'], 'lowercase'), ['i̇i']);
    assert.deepEqual(transformRuns(['aB'], 'none'), ['aB']);
  });

  it('applies the rules of a language', () => {
    const upper = (text: string, language: string) => transformRuns([text], 'uppercase', language).join('');
    const lower = (text: string, language: string) => transformRuns([text], 'lowercase', language).join('');
    const capitalize = (text: string, language: string) =>
      transformRuns([text], 'capitalize', language).join('');
    for (const language of ['tr', 'TR-Latn-CY', 'tur', 'az', 'az-Latn']) {
      assert.equal(upper('ısı istanbul', language), 'ISI İSTANBUL');
      assert.equal(lower('ISI İSTANBUL', language), 'ısı istanbul');
      assert.equal(capitalize('istanbul ığdır', language), 'İstanbul Iğdır');
    }
    assert.equal(upper('i\u0307\u0300', 'lt'), 'I\u0300');
    assert.equal(lower('I\u0300', 'lt-LT'), 'i\u0307\u0300');
    assert.equal(capitalize('i\u0307\u0300x', 'lt'), 'I\u0300x');
    assert.equal(upper('άλφα', 'el'), 'ΑΛΦΑ');
    assert.equal(capitalize('άλφα', 'el'), 'Άλφα');
    assert.equal(capitalize('ijsland bij ‘ijmuiden’', 'nl-BE'), 'IJsland Bij ‘IJmuiden’');
    assert.equal(capitalize('ijsland', 'de'), 'Ijsland');
    assert.equal(upper('straße istanbul', 'de'), 'STRASSE ISTANBUL');
    assert.equal(upper('iı', 'xx-12'), 'II');
  });

  it('treats runs as one text unless a letter is split between two runs', () => {
    assert.deepEqual(transformRuns(['ISI I', '\u0307N'], 'lowercase', 'tr'), ['ısı ı', '\u0307n']);
    assert.deepEqual(transformRuns(['bi', 'ß', 'i'], 'uppercase', 'tr'), ['Bİ', 'SS', 'İ']);
    assert.deepEqual(transformRuns(['i', 'jsland'], 'capitalize', 'nl'), ['I', 'Jsland']);
  });

  it('capitalises the first letter of each word only', () => {
    const capitalize = (...texts: string[]) => transformRuns(texts, 'capitalize');
    assert.deepEqual(capitalize('hello wORLD, it’s o’clock'), ['Hello WORLD, It’s O’clock']);
    assert.deepEqual(capitalize('hel', 'lo wor', 'ld'), ['Hel', 'lo Wor', 'ld']);
    assert.deepEqual(capitalize('ǆungla élan 𐐨𐐩 (ßa) 3d'), ['ǅungla Élan 𐐀𐐩 (Ssa) 3d']);
    assert.deepEqual(capitalize('日本 عربي ไทย'), ['日本 عربي ไทย']);
  });
});
