import { describe, expect, it } from 'vitest';
import { mailUrl } from './mail-url.ts';

const schema = mailUrl('smtp', 'smtps', 'file');
const problemsOf = (given: string) => schema.safeParse(given).error?.issues.map(({ message }) => message);

describe('the address of a mail server', () => {
  it.each([
    ['smtp://mail.example:25', 'smtp://mail.example:25'],
    ['SMTPS://ada%40acme.example:p%3Fss@MAIL.Example/', 'smtps://ada%40acme.example:p%3Fss@mail.example/'],
    ['smtp://ada:secret@127.1:1025', 'smtp://ada:secret@127.0.0.1:1025'],
    ['smtp://mail.example:80', 'smtp://mail.example:80'],
    ['smtp://[0:0::1]', 'smtp://[::1]'],
    ['smtp://b%C3%BCcher.example', 'smtp://xn--bcher-kva.example'],
    ['FILE:///var/mails', 'file:///var/mails'],
  ])('%s is read as %s', (given, read) => expect(schema.parse(given)).toBe(read));

  it.each(['smtp:mail.example', 'mail.example', 'http://mail.example', 'file:mails'])(
    '%s is refused',
    (given) =>
      expect(problemsOf(given)).toEqual(['must be an address beginning with smtp:// or smtps:// or file://']),
  );

  it.each(['smtp:///x', 'smtp://127.999.1.1', 'smtp://a%20b'])('%s is refused for its host', (given) =>
    expect(problemsOf(given)).toEqual(['must name a host']),
  );

  it.each(['smtp://ada:100%@mail.example', 'smtp://100%@mail.example', 'smtp://ada:%FF@mail.example'])(
    '%s is refused for its login',
    (given) =>
      expect(problemsOf(given)).toEqual(['must have a % in its user name or password written as %25']),
  );

  it('the address of a mail server is refused with a path, which a password with a slash looks like', () =>
    expect(problemsOf('smtp://ada:25/x@mail.example')).toEqual([
      'must be an address without a path; a slash in a password is written as %2F',
    ]));

  it('the address of a mail server is refused with options', () =>
    expect(problemsOf('smtp://mail.example?tls.rejectUnauthorized=false')).toEqual([
      'must be an address without a query or a fragment',
    ]));

  it('the address of a mail server is refused if it names a folder of another machine', () =>
    expect(problemsOf('file://mail.example/mails')).toEqual([
      'must name a folder of this machine: file:///…',
    ]));
});
