import { describe, expect, it } from 'vitest';
import { typedAddress, webHref } from '../../extension/src/ui/links';
import { age, change, counted, duration } from '../../extension/src/ui/words';

describe('numbers for people', () => {
  it.each([
    [counted(1, 'result'), '1 result'],
    [counted(2000, 'search', 'searches'), '2,000 searches'],
    [duration(340.4), '340 ms'],
    [duration(1240), '1.2 s'],
    [duration(9_999), '10 s'],
    [duration(75_400), '75 s'],
    [age(3), 'just now'],
    [age(200), '3 min old'],
    [age(7_300), '2 h old'],
    [age(3 * 86_400), '3 days old'],
    [change(1000, 460), '−54 %'],
    [change(10, 12), '+20 %'],
    [change(10_000, 9_999), '±0 %'],
    [change(0, 5), '']
  ])('reads %s', (got, wanted) => {
    expect(got).toBe(wanted);
  });
});

describe('an address', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.test',
    'http:///x',
    ' https://x',
    ''
  ])('is no link: %j', url => {
    expect(webHref(url)).toBeUndefined();
  });

  it.each([
    ['example.org/a', 'https://example.org/a'],
    [' http://example.org ', 'http://example.org'],
    ['localhost:8888/tree', 'https://localhost:8888/tree'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
    ['  ', '']
  ])('typed as %j means %j', (typed, meant) => {
    expect(typedAddress(typed)).toBe(meant);
  });
});
