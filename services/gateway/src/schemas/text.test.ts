import { personText } from '@patchbay/text/person-text';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validationMessage } from '../request/check.ts';
import { emailAddress, programText, queryInteger, slug, slugInAddress, textOf } from './text.ts';

const messagesOf = (schema: ReturnType<typeof textOf>, value: unknown) =>
  schema.safeParse(value, { error: validationMessage }).error?.issues.map(({ message }) => message);

const name = textOf(personText(1, 3));

describe('text by a rule', () => {
  it('a text becomes what its rule makes of it', () => {
    expect(name.parse('  😀😀😀\n')).toBe('😀😀😀');
  });

  it.each([
    ['   ', ['must have 1 to 3 characters']],
    ['abcd', ['must have 1 to 3 characters']],
    ['a\nb', ['must not contain control characters']],
    ['a\nb\nc', ['must have 1 to 3 characters', 'must not contain control characters']],
    [undefined, ['is required']],
    [7, ['must be a string']],
  ])('the text %j is refused with every problem of its rule', (value, messages) => {
    expect(messagesOf(name, value)).toEqual(messages);
  });

  it.each([
    ['a name', name, { minLength: 1, maxLength: 3, pattern: expect.stringMatching(/^\^.*\$$/) as string }],
    ['a slug', slug, { maxLength: 63, pattern: '^[a-z0-9][a-z0-9-]*$' }],
    ['a slug in an address', slugInAddress, { maxLength: 63, pattern: '^[a-z0-9][a-z0-9-]*$' }],
    [
      'an email address',
      emailAddress,
      { maxLength: 254, format: 'email', pattern: expect.stringContaining('@') as string },
    ],
  ])('the document has the bounds of %s', (_, schema, bounds) => {
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({ type: 'string', ...bounds });
  });
});

describe('the bounds in the document', () => {
  const isAllowed = (schema: ReturnType<typeof textOf>, text: string): boolean => {
    const { pattern = '', maxLength = 0 } = z.toJSONSchema(schema, { io: 'input' });
    return Array.from(text).length <= maxLength && new RegExp(pattern, 'u').test(text);
  };

  it.each([
    [
      'an email address',
      emailAddress,
      ['Ada@Acme.Example', 'ada+X@mail.acme.EXAMPLE', 'a@b', 'a b@c.example', 'É@acme.example'],
    ],
    ['a slug', slug, ['acme', 'Acme', 'a b', '-a', 'a'.repeat(63), 'a'.repeat(64)]],
    ['a name', name, ['a', 'a b', 'abcd', '🦊🦊🦊', '🦊🦊🦊🦊', 'a\nb']],
    ['a slug in an address', slugInAddress, ['acme', ' acme', 'Acme']],
  ])('the document allows as %s exactly the trimmed texts that are accepted', (_, schema, texts) => {
    const allowed = texts.filter((text) => isAllowed(schema, text));
    expect(allowed).toEqual(texts.filter((text) => schema.safeParse(text).success));
    expect(allowed).not.toEqual([]);
  });

  it('the bounds in the document allow no spaces around a text, which are accepted and trimmed', () => {
    for (const text of [' a', 'a ']) expect([isAllowed(name, text), name.parse(text)]).toEqual([false, 'a']);
  });
});

describe('text of a program', () => {
  it('the text of a program is not trimmed, and holds no control characters', () => {
    expect(programText(3).parse(' a ')).toBe(' a ');
    for (const value of ['', 'abcd', 'a\u0000']) expect(programText(3).safeParse(value).success).toBe(false);
  });

  it('the text of a program has its bounds and its characters in the document', () => {
    expect(z.toJSONSchema(programText(3))).toMatchObject({
      minLength: 1,
      maxLength: 3,
      pattern: '^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]*$',
    });
  });
});

describe('an email address', () => {
  it('an email address is kept in lower case', () => {
    expect(emailAddress.parse(' Ada.L+x@Mail.Acme.Example ')).toBe('ada.l+x@mail.acme.example');
  });

  it.each([
    'a',
    'a@b',
    '@b.example',
    'a b@c.example',
    'a@-b.example',
    'a@b..example',
    `${'a'.repeat(65)}@b.example`,
  ])('%j is not an email address', (value) => {
    expect(emailAddress.safeParse(value).success).toBe(false);
  });
});

describe('a slug', () => {
  it.each(['a', 'a-1', '0', 'a'.repeat(63)])('%j is a slug', (value) => {
    expect(slug.parse(value)).toBe(value);
  });

  it.each(['', '-a', 'A', 'a_b', 'a'.repeat(64)])('%j is not a slug', (value) => {
    expect(slug.safeParse(value).success).toBe(false);
  });

  it('a slug is trimmed where it is typed, and not in an address', () => {
    expect(slug.parse(' a ')).toBe('a');
    expect(slugInAddress.safeParse(' a ').success).toBe(false);
  });
});

const limit = queryInteger(1, 200);

describe('an integer in a query', () => {
  it.each(['1', '50', '200', '007'])('%j is read as an integer in a query', (text) => {
    expect(limit.parse(text)).toBe(Number(text));
  });

  it.each(['', ' ', '1 ', '+1', '1.0', '1e1', '0x10', 'one', '0', '-1', '201', '9'.repeat(20)])(
    '%j is refused as an integer in a query',
    (text) => {
      expect(limit.safeParse(text).success).toBe(false);
    },
  );

  it('an integer in a query is an integer in the document', () => {
    expect(z.toJSONSchema(limit, { io: 'input' })).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 200,
    });
  });
});
