import { describe, expect, it } from 'vitest';
import { bodyForm, formParameters } from './body-text.ts';

const formType = 'application/x-www-form-urlencoded';

/** How the body is written, or what is wrong with it. */
const outcome = (type: string | undefined, body: string | Buffer = '{"a":1}'): string => {
  try {
    const bytes = Buffer.from(body as string);
    const form = bodyForm(bytes, type);
    if (form === 'form') formParameters(bytes);
    return form;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the type of a body that rules read', () => {
  it.each([
    [undefined, 'json'],
    ['application/json', 'json'],
    ['Application/JSON; Charset="UTF-8"', 'json'],
    ['application/json;charset=utf8;', 'json'],
    ['application/vnd.dspcreatereports.v3+json; version=2', 'json'],
  ])('%j is %s', (type, form) => {
    expect(outcome(type)).toBe(form);
  });

  it.each([
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-protobuf',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset="utf-16le"',
    'application/json;CHARSET=ISO-8859-1',
    'application/json, application/x-www-form-urlencoded',
    'application/json; charset=utf-8 x',
    'application/json; charset = utf-16',
    '',
  ])('%j is refused', (type) => {
    expect(outcome(type)).toMatch(/^headers: Patchbay reads this body and takes application\/json/);
  });

  it('a form is UTF-8 too', () => {
    expect(outcome(formType, 'a=1&b=%C3%A9')).toBe('form');
    expect(outcome(`${formType}; charset=latin1`, 'a=1')).toMatch(/^headers: /);
  });
});

describe('long texts of callers are read once', () => {
  it('a media type with a million spaces is refused', () => {
    expect(outcome(`application/json${' '.repeat(1_000_000)}x`)).toMatch(/^headers: /);
    expect(outcome(`application/json${' '.repeat(1_000_000)};${' '.repeat(1_000_000)}`)).toBe('json');
  });

  it('pluses, equals signs and underscores of a form are read as they stand', () => {
    const million = 1_000_000;
    const text = `a=${'+'.repeat(million)}&b=${'='.repeat(million)}&c=%2B+`;
    expect(formParameters(Buffer.from(text))).toEqual([
      ['a', ' '.repeat(million)],
      ['b', '='.repeat(million)],
      ['c', '+ '],
    ]);
  });

  it('a form has 10,000 parameters and 262,144 characters of their names at most', () => {
    const form = (count: number): string =>
      Array.from({ length: count }, (_, index) => `a${index}=`).join('&');
    expect(formParameters(Buffer.from(form(10_000)))).toHaveLength(10_000);
    expect(outcome(formType, form(10_001))).toBe('body: The body has more than 10000 parameters.');
    expect(outcome(formType, '&'.repeat(1_000_000))).toBe('body: The body has more than 10000 parameters.');
    expect(outcome(formType, `${'a'.repeat(262_144)}=1`)).toBe('form');
    expect(outcome(formType, `${'a'.repeat(262_144)}=1&b=1`)).toBe(
      'body: The names of the parameters have more than 262144 characters.',
    );
  });
});

describe('the bytes of a body that rules read', () => {
  it.each([
    ['Latin-1', Buffer.from('{"a":"é"}', 'latin1'), /^body: The body is not valid UTF-8/],
    ['a byte order mark', '\ufeff{"a":1}', /^body: The body begins with a byte order mark/],
    ['UTF-16 with a mark', Buffer.from('\ufeff{"a":1}', 'utf16le'), /^body: The body is not valid UTF-8/],
  ])('%s is refused', (_, body, message) => {
    expect(outcome('application/json', body)).toMatch(message);
  });

  it('a form is no JSON, and what has no type is JSON', () => {
    expect(outcome(formType, '{"a":"&method=delete"}')).toMatch(/^body: The body begins as JSON/);
    expect(outcome(undefined, 'a=1')).toMatch(/^headers: Say by content-type/);
    expect(outcome(undefined, '"&method=delete"')).toMatch(/^headers: Say by content-type/);
  });

  it('two parameters of one name and other separators are refused in a form; a list is not', () => {
    expect(outcome(formType, 'account_id=1&accountId=2')).toBe(
      'body: The body has the parameter accountId twice.',
    );
    expect(outcome(formType, 'a=1;method=delete')).toMatch(/^body: The form has a semicolon/);
    expect(outcome(formType, 'ids[]=1&ids[]=2&x[0]=1&x[1]=2')).toBe('form');
  });
});
