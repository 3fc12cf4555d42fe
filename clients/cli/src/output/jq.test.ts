import { expect, it } from 'vitest';
import { filter } from './jq.ts';

const json = JSON.stringify([
  { name: 'a', role: 'admin', n: 1, at: '2026-01-02T03:04:05Z' },
  { name: 'b "c"', role: 'viewer', n: 2, at: null },
]);

it.each([
  ['.[].name', 'a\nb "c"\n'],
  ['.[] | select(.role == "admin") | .name', 'a\n'],
  [String.raw`.[] | "\(.name) is \(.role)"`, 'a is admin\nb "c" is viewer\n'],
  ['.[] | [.name, .n] | @csv', '"a",1\n"b ""c""",2\n'],
])('the jq filter %s works', async (program, text) => {
  expect(await filter(json, program, true)).toEqual({ text });
});

it('a filter that cannot be read is told apart from one that fails on its input', async () => {
  expect(await filter(json, '.[', true)).toMatchObject({
    isSyntax: true,
    error: expect.stringContaining('syntax'),
  });
  expect(await filter(json, '.[0].name, .name', true)).toEqual({
    text: 'a\n',
    isSyntax: false,
    error: expect.stringContaining('Cannot index array'),
  });
});
