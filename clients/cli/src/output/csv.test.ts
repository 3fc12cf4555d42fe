import { expect, it } from 'vitest';
import { csv } from './csv.ts';

it('cells with commas, quotes and line feeds are quoted, and nested values are JSON', () => {
  const row = { name: 'a "b", c', note: 'one\ntwo', settings: { id: '1' }, none: null, on: true };
  expect(csv(['name', 'note', 'settings', 'none', 'gone', 'on'], [row])).toBe(
    'name,note,settings,none,gone,on\r\n"a ""b"", c","one\ntwo","{""id"":""1""}",,,true\r\n',
  );
});

it('a text that a spreadsheet would take for a formula begins with an apostrophe, a number does not', () => {
  const rows = ['=1+1', '+1', '-1', '@x', '\tx', '＝1', -1, 'a=1'].map((name) => ({ name }));
  expect(csv(['name'], rows)).toBe("name\r\n'=1+1\r\n'+1\r\n'-1\r\n'@x\r\n'\tx\r\n'＝1\r\n-1\r\na=1\r\n");
});
