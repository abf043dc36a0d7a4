import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TemplateExpressions, toText } from './template-expressions.ts';

const expressions = new TemplateExpressions([
  { name: 'dep', type: 'date' },
  { name: 'night', type: 'date' },
  { name: 'zulu', type: 'date' },
  { name: 'day', type: 'date' },
  { name: 'wall', type: 'date' },
  { name: 'stops', type: 'list', fields: [{ name: 'at', type: 'date' }] },
]);
const values = new Map<string, never>(
  Object.entries({
    dep: '2026-11-22T23:55:00+01:00',
    night: '2026-11-21T00:30:00+01:00',
    zulu: '2026-07-01T22:30:00Z',
    day: '2026-03-29',
    wall: '2026-03-29T02:30:00',
    stops: [{ at: '2026-11-22T23:55:00-05:00' }],
  }) as never,
);
const now = new Date('2026-03-10T23:30:00Z');

function evaluate(source: string, timeZone?: string): string {
  return toText(expressions.forValues(values, { locale: 'en-GB', now, timeZone })(source));
}

const time = (value: string) => `date(${value}, {"timeStyle": "short"})`;

describe('time zones', () => {
  it('of a date with an offset are the local time that it says', () => {
    for (const [source, expected] of Object.entries({
      [time('dep')]: '23:55',
      'date(night)': '21 Nov 2026',
      [time('stops[0].at')]: '23:55',
      [time('dep + duration("1h")')]: '00:55',
      'date(dep + duration("1h"))': '23 Nov 2026',
      [time('dep - duration("30m")')]: '23:25',
      'dep.getHours()': '23',
      'night.getDate()': '21',
      'night.getDayOfWeek()': '6',
      [time('zulu')]: '22:30',
      [time('timestamp("2026-07-01T22:30:00Z")')]: '22:30',
      dep: '2026-11-22T23:55:00.000+01:00',
      'string(night)': '2026-11-21T00:30:00.000+01:00',
      'dep + duration("1h")': '2026-11-23T00:55:00.000+01:00',
      'stops[0].at': '2026-11-22T23:55:00.000-05:00',
      zulu: '2026-07-01T22:30:00.000Z',
      day: '2026-03-29',
      'date(day)': '29 Mar 2026',
      [time('now')]: '23:30',
      'date(now)': '10 Mar 2026',
    }))
      assert.equal(evaluate(source), expected, source);
  });

  it('do not change a time without an offset, which is what a sheet shows, in any template', () => {
    for (const zone of [undefined, 'America/New_York', 'Europe/Berlin', 'Asia/Tokyo'])
      for (const [source, expected] of Object.entries({
        [time('wall')]: '02:30',
        'date(wall)': '29 Mar 2026',
        'date(wall, {"dateStyle": "short", "timeStyle": "short", "timeZone": "Asia/Tokyo"})':
          '29/03/2026, 02:30',
        'wall.getHours()': '2',
        [time('wall + duration("1h")')]: '03:30',
        wall: '2026-03-29T02:30:00.000',
      }))
        assert.equal(evaluate(source, zone), expected, `${source} in ${zone}`);
  });

  it('of a template convert dates with a time, and now, but not days', () => {
    for (const [source, expected] of Object.entries({
      [time('dep')]: '17:55',
      'date(night)': '20 Nov 2026',
      [time('zulu')]: '18:30',
      [time('zulu + duration("24h")')]: '18:30',
      'zulu.getHours()': '18',
      'date(day)': '29 Mar 2026',
      'date(day + duration("24h"))': '30 Mar 2026',
      'day.getDate()': '29',
      [time('now')]: '19:30',
      'now.getDate()': '10',
      now: '2026-03-10T19:30:00.000-04:00',
      'string(now + duration("24h"))': '2026-03-11T19:30:00.000-04:00',
    }))
      assert.equal(evaluate(source, 'America/New_York'), expected, source);
    assert.equal(evaluate('date(now)', 'Europe/Berlin'), '11 Mar 2026');
    assert.equal(evaluate('string(now)', 'Asia/Kathmandu'), '2026-03-11T05:15:00.000+05:45');
    assert.equal(evaluate('string(now)', 'Europe/London'), '2026-03-10T23:30:00.000Z');
    assert.equal(evaluate('slice(string(now), 0, 10)', 'Asia/Tokyo'), '2026-03-11');
    assert.equal(evaluate('relative(day, now)', 'Asia/Tokyo'), 'in 3 weeks');
    assert.equal(evaluate('relative(timestamp("2026-03-11T00:00:00Z"), now)', 'Europe/Berlin'), 'today');
    assert.equal(evaluate('relative(timestamp("2026-03-11T00:00:00Z"), now)'), 'tomorrow');
  });

  it('of a call convert, also across summer time', () => {
    for (const [source, expected] of Object.entries({
      'date(zulu, {"timeZone": "Europe/Berlin"})': '2 Jul 2026, 00:30',
      'date(zulu, {"timeZone": "Asia/Kolkata", "hour": "2-digit", "minute": "2-digit"})': '04:00',
      'date(dep, {"timeZone": "UTC", "timeStyle": "short"})': '22:55',
      'date(timestamp("2026-03-29T00:59:59Z"), {"timeZone": "Europe/Berlin", "timeStyle": "medium"})':
        '01:59:59',
      'date(timestamp("2026-03-29T01:00:00Z"), {"timeZone": "Europe/Berlin", "timeStyle": "medium"})':
        '03:00:00',
      'zulu.getHours("Europe/Berlin")': '0',
      'zulu.getDate("+03:00")': '2',
      'zulu.getMinutes("Asia/Kathmandu")': '15',
      'zulu.getDayOfYear("Europe/Berlin")': '182',
    }))
      assert.equal(evaluate(source, 'America/New_York'), expected, source);
  });

  it('are refused with a name that nobody has', () => {
    for (const source of [
      'date(zulu, {"timeZone": "Europe/Berlln"})',
      'date(zulu, {"timeZone": 1})',
      'zulu.getHours("Mars/Base")',
    ])
      assert.throws(
        () => evaluate(source),
        /has the time zone .+: name one such as "Europe\/Berlin"/u,
        source,
      );
  });

  it('of ISO 8601 are read without a colon and without minutes', () => {
    for (const offset of ['+01:00', '+0100', '+01']) {
      const at = new Map([['dep', `2026-11-22T23:55:00${offset}`]]);
      const run = expressions.forValues(at, { locale: 'en-GB', now });
      assert.equal(run(time('dep')), '23:55', offset);
      assert.equal(toText(run('dep')), '2026-11-22T23:55:00.000+01:00', offset);
    }
  });

  it('show a leap second in its minute, which was empty', () => {
    const at = new Map([['dep', '2017-01-01T00:59:60+01:00']]);
    const run = expressions.forValues(at, { locale: 'en-GB', now });
    assert.equal(run(time('dep')), '00:59');
    assert.equal(run('date(dep)'), '1 Jan 2017');
  });

  it('of a text that an expression makes a date of are kept', () => {
    assert.equal(evaluate(time('timestamp("2026-07-01T22:30:00+05:30")')), '22:30');
    assert.equal(evaluate('timestamp("2026-07-01T22:30:00+05:30").getHours()'), '22');
    assert.equal(evaluate(time('timestamp("2026-07-01T22:30:00+05:30")'), 'UTC'), '17:00');
  });

  it('do not move what is counted from a day', () => {
    assert.equal(evaluate(time('day + duration("9h")'), 'Europe/Berlin'), '09:00');
    assert.equal(evaluate('(day + duration("9h")).getHours()', 'America/New_York'), '9');
    assert.equal(evaluate('day.getDate("America/New_York")'), '29');
  });
});
