import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Statements that need no `limit`, by the reason. Each is named as in the code: package, and name of the statement or function. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'reads one row by a unique key': [
    'database: selectOwnership',
    'events: why an organization is inactive',
    'idempotency: idempotency find',
    'identity: lock a device authorization by ${by}',
    'identity: passkey by credential id',
    'identity: user by provider identity',
    'identity: user id by email',
    'identity: user for an operator by email',
    'integration: credentials of an integration',
    'integration: lease of a renewal',
    'integration: lockBy',
    'integration: version of credentials',
    'organization: access by path and user',
    'organization: assignee by user',
    'organization: keyBy',
    'organization: lock an organization by ${by}',
    'organization: lockBy',
    'organization: organization by domain',
    'organization: organization id by slug',
    'organization: organization to join by domain',
    'organization: person to be removed',
    'organization: standing by address',
    'organization: whether a person is removed',
    'organization: workspaces that a person reads',
  ],
  'has one row for each item of a parameter whose length is bounded': [
    'audit: chain heads for update',
    'audit: deleted organizations of some',
    'audit: entries of heads',
    'database: checkSessionSettings',
    'identity: users with passkeys',
    'organization: creators of API keys',
    'organization: lines with other live API keys',
    'organization: lock people',
    'service: reseal ${name} ${table}.${column}',
  ],
  // A limit would hide one of them, which would be recorded again.
  'has one row for each trail that holds one of at most 200 events': ['audit: recorded events'],
  'has one row, of a table with one row or of aggregates': [
    'audit: extent of a chain',
    'audit: removeInTransaction',
    'audit: retention',
    'audit: rights on entries',
    'organization: admission of an address',
    'organization: delete API keys of a workspace',
    'organization: delete assignments to a workspace',
    'organization: delete invitations into a workspace',
    'organization: people whose memberships are being changed',
  ],
  'has one row for each status of an integration': ['integration: countOrganizationList'],
  'has one row for each migration': ['database: readApplied'],
  'has one row for each month': ['audit: partitions'],
  'selects from a part that is limited, or one row of it': [
    'audit: changed chain heads',
    'audit: newest dead letters',
    'audit: withinBytes',
    'integration: keysOf',
    'organization: selectFrom',
  ],
  'is read by a cursor, some rows at a time': ['audit: summaryOf'],
  'is a query of Google Ads, which answers it in pages': ['gateway: googleads', 'integration: googleads'],
};

interface Literal {
  readonly package: string;
  /** Of the statement, or else of the constant or function in which it is. */
  readonly name: string;
  /** The name of the constant that has this value, if any. */
  readonly constant: string | undefined;
  readonly text: string;
}

const sourceFiles = globSync('{services,libs}/*/src/**/*.ts', { cwd: root }).filter(
  (file) => !/\.(test|fixture|type-checks)\.ts$|\/(generated|testing)\/|^services\/portal\//.test(file),
);

/** Templates, and strings that begin with `select` or `with`; with the name of the constant whose value they are. */
const literals =
  /(?:const (\w+)(?:: \w+)? = )?(?:`([^`]*)`|'((?:select|with) [^']*)'|"((?:select|with) [^"]*)")/gi;
const names = /\bname: (?:'([^']*)'|`([^`]*)`)|^(?:export )?(?:async )?(?:const|function) (\w+)/gm;

function literalsIn(file: string): Literal[] {
  // Without comments, which have quotes too.
  const source = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
  const [, folder = ''] = file.split('/');
  return [...source.matchAll(literals)].map(({ index, 1: constant, 2: template, 3: string, 4: quoted }) => {
    const before = [...source.slice(0, index).matchAll(names)].at(-1);
    const name = constant ?? before?.slice(1).find((found) => found !== undefined) ?? file;
    return { package: folder, name, constant, text: template ?? string ?? quoted ?? '' };
  });
}

const all = sourceFiles.flatMap(literalsIn);
const constants = new Map(all.map((literal) => [`${literal.package} ${literal.constant}`, literal.text]));
const placeholders = /\$\{(\w+)\}/g;

/** The text with constants of the same package in place. */
const composed = ({ package: folder, text }: Literal): string =>
  text.replaceAll(placeholders, (kept, name: string) => constants.get(`${folder} ${name}`) ?? kept);

const parts = new Set(
  all.flatMap(({ package: folder, text }) =>
    [...text.matchAll(placeholders)].map(([, name]) => `${folder} ${name}`),
  ),
);
const isPart = ({ package: folder, constant }: Literal): boolean => parts.has(`${folder} ${constant}`);

/** Without what is in parentheses: a limit of a subquery does not bound the rows of the statement. */
function outermost(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, '…');
  return shorter === text ? text : outermost(shorter);
}

const isRead = (text: string): boolean =>
  /^\s*(with\b[^]*?)?\bselect\b/.test(text) && !/\b(insert|update|delete)\b (into|from|\w+ set)/.test(text);

/** A select from a table that has neither a limit nor the key of one row, and does not count. */
const isUnlimited = (text: string): boolean => {
  const outer = outermost(text.toLowerCase());
  return (
    isRead(outer) &&
    /\bfrom\b/.test(outer) &&
    !/\blimit\b/.test(outer) &&
    !/\b(where|and) (\w+\.)?(id|token_digest) = \$\d/.test(outer) &&
    !/^\s*select (count|exists|max|min|string_agg)…/.test(outer)
  );
};

const found = all
  .filter((literal) => !isPart(literal) && isUnlimited(composed(literal)))
  .map(({ package: folder, name }) => `${folder}: ${name}`);

describe('statements that list', () => {
  it('every statement that can read many rows has a limit, or is an exception with a reason', () => {
    const excepted = new Set(Object.values(exceptions).flat());
    expect(found.filter((name) => !excepted.has(name))).toEqual([]);
  });

  it('every exception is a statement without a limit', () => {
    expect(
      Object.values(exceptions)
        .flat()
        .filter((name) => !found.includes(name)),
    ).toEqual([]);
  });

  it.each([
    [true, 'select id from keys where organization_id = $1 order by id'],
    [true, 'with a as (select 1) select id from keys'],
    [true, 'SELECT id FROM keys'],
    [true, 'select id from keys k left join lateral (select * from links limit 1) l on true'],
    [true, 'select k.id from keys k where k.organization_id = $1 and (k.id = $2 or k.id is null)'],
    [false, 'select id from keys where organization_id = $1 order by id limit $2'],
    [false, 'select k.id from keys k where k.organization_id = $1 and k.id = $2'],
    [false, 'select count(*) as number from keys'],
    [false, 'insert into keys select * from unnest($1::uuid[])'],
    [false, 'with old as (select id from keys) delete from keys using old where keys.id = old.id'],
  ])('whether a statement lists without a limit is %s: %s', (unlimited, text) => {
    expect(isUnlimited(text)).toBe(unlimited);
  });
});
