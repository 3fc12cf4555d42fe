import stringWidth from 'fast-string-width';
import { expect, it } from 'vitest';
import { cut, fieldList, table, wrap } from './table.ts';

const cells = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map((text) => ({ text })));
const rows = cells([
  ['Email', 'Name', 'Status', 'ID'],
  ['ada.lovelace@acme.example', '日本語の名前です', 'active', '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01'],
]);

it('a table that fits is not changed', () => {
  expect(table(rows, 100)).toEqual([
    'Email                      Name              Status  ID',
    'ada.lovelace@acme.example  日本語の名前です  active  0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01',
  ]);
});

it('a narrow terminal gets fewer columns before cells are cut to a few letters', () => {
  expect(table(rows, 60)).toEqual([
    'Email                      Name              Status',
    'ada.lovelace@acme.example  日本語の名前です  active',
  ]);
  expect(table(rows, 50)).toEqual([
    'Email                     Name              Status',
    'ada.lovelace@acme.examp…  日本語の名前です  active',
  ]);
  expect(table(rows, 30)).toEqual(['Email', 'ada.lovelace@acme.example']);
  expect(table(rows, 8)).toEqual(['Email', 'ada.lov…']);
});

it('a column whose values are useless when cut is dropped', () => {
  const [header = [], ...others] = rows;
  const whole = [header.map((one) => ({ ...one, isWhole: one.text === 'ID' })), ...others];
  expect(table(whole, 88)[1]).toBe(
    'ada.lovelace@acme.examp…  日本語の名前です  active  0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01',
  );
  expect(table(whole, 87)[1]).toBe('ada.lovelace@acme.example  日本語の名前です  active');
});

it.each([1, 5, 20, 33, 40, 57, 80])('no line is wider than %i columns', (width) => {
  for (const line of table(rows, width)) expect(stringWidth(line)).toBeLessThanOrEqual(width);
});

it('a style is put on after the text was fitted', () => {
  const styled = [
    [{ text: 'a long text of words and more words', style: (text: string) => `<${text}>` }, { text: 'b' }],
  ];
  expect(table(styled, 27)).toEqual(['<a long text of words an…>  b']);
});

it('a text is cut between characters as people see them', () => {
  expect(cut('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 5)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…');
  expect(cut('abc', 3)).toBe('abc');
});

it('a long text goes on in the next line, at a space where there is one', () => {
  expect(wrap('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
  expect(wrap('an abcdefghijklmnopqrstu', 12)).toEqual(['an', 'abcdefghijkl', 'mnopqrstu']);
  expect(wrap('see https://patchbay.example/x', 12)).toEqual(['see', 'https://patchbay.example/x']);
  expect(wrap('', 10)).toEqual(['']);
});

it('fields stand beside their labels, and below them in a narrow terminal', () => {
  const fields = [
    { label: { text: 'Name' }, value: { text: 'Reporting of the brand campaigns and others' } },
    { label: { text: 'Created' }, value: { text: 'now' } },
  ];
  expect(fieldList(fields, 45)).toEqual([
    'Name     Reporting of the brand campaigns and',
    '         others',
    'Created  now',
  ]);
  expect(fieldList(fields, 40)).toEqual([
    'Name',
    '  Reporting of the brand campaigns and',
    '  others',
    'Created',
    '  now',
  ]);
});
