import { expect, it } from 'vitest';
import { filter } from './jq.ts';

const json = JSON.stringify([
  { name: 'a', role: 'admin', n: 1, at: '2026-01-02T03:04:05Z' },
  { name: 'b "c"', role: 'viewer', n: 2, at: null },
]);

it.each([
  ['.[].name', 'a\nb "c"\n'],
  ['.[] | select(.role == "admin") | .name', 'a\n'],
  ['map(.n) | add', '3\n'],
  [String.raw`.[] | "\(.name) is \(.role)"`, 'a is admin\nb "c" is viewer\n'],
  ['length', '2\n'],
  ['.[0] | to_entries | map(.key) | join(",")', 'name,role,n,at\n'],
  ['.[] | [.name, .n] | @csv', '"a",1\n"b ""c""",2\n'],
  ['.[] | [.name, .n] | @tsv', 'a\t1\nb "c"\t2\n'],
  ['group_by(.role) | map({role: .[0].role, count: length}) | .[0]', '{"role":"admin","count":1}\n'],
  ['.[0].at | fromdate', '1767323045\n'],
  ['.[0].name | gsub("a"; "z") | ascii_upcase', 'Z\n'],
  ['empty', ''],
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
