import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inOrganization, inWorkspace, type Rule } from '@patchbay/access/rules';
import { describe, expect, it } from 'vitest';
import { ruleIn } from '../operation/access.ts';
import { creates } from '../request/idempotency.ts';
import { operations } from './index.ts';

/** The operations of the public contract, in tab-separated columns. */
const contract = readFileSync(new URL('contract.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1);

const rowOf = ({ id, group, method, path, credentials, answer }: (typeof operations)[number]): string =>
  [id, group, method, path, credentials, answer.status].join('\t');

const everyRule = new Set<Rule>([...Object.values(inOrganization), ...Object.values(inWorkspace)]);

const isOperation = (exported: unknown): exported is (typeof operations)[number] =>
  typeof exported === 'object' && exported !== null && 'id' in exported && 'handle' in exported;

describe('the list of operations', () => {
  it('each operation is listed once', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  it('every operation file is listed', async () => {
    const files = globSync('*/*.ts', { cwd: import.meta.dirname }).filter(
      (file) => !file.endsWith('.test.ts'),
    );
    const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))));
    const declared = modules.flatMap((module: object) => Object.values(module)).filter(isOperation);
    expect(new Set(declared)).toEqual(new Set(operations));
  });

  it('the operations are those of the contract', () => {
    const ids = operations.map(({ id }) => id);
    expect(ids).toHaveLength(contract.length);
    expect(new Set(ids)).toEqual(new Set(contract.map((row) => row.split('\t', 1)[0])));
  });
});

describe.each(operations)('$id', (operation) => {
  const { id, method, path, credentials, access, params, query, body, examples, answer, audit } = operation;

  it('each operation has method, path and access of the contract', () => {
    expect(contract).toContain(rowOf(operation));
  });

  it('each operation has a schema for exactly the parameters of its path', () => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params?.shape ?? {})).toEqual(named);
  });

  it('an operation is public exactly where it needs no credential', () => {
    expect(access.scope === 'public').toBe(credentials === 'none');
  });

  it('an operation has a rule exactly where its path names an organization', () => {
    expect(ruleIn(access) !== undefined).toBe(path.includes('{orgSlug}'));
  });

  it('an operation has a rule of the workspace exactly where its path names one, except the deletion of a workspace', () => {
    expect(access.scope === 'workspace').toBe(path.includes('{workspaceSlug}') && id !== 'deleteWorkspace');
  });

  it('a rule with orSelf needs a path that names a person', () => {
    expect(!ruleIn(access)?.orSelf || path.includes('{userId}')).toBe(true);
  });

  it('what everybody may do for themselves is not counted by a rule that refuses them', () => {
    expect(!ruleIn(access)?.orSelf || operation.takesAway).toBe(true);
  });

  it('each rule is one of those that services enforce', () => {
    const rule = ruleIn(access);
    expect(rule === undefined || everyRule.has(rule)).toBe(true);
  });

  it('an operation creates something only by POST and for a caller', () => {
    expect(!creates(operation) || (method === 'POST' && credentials !== 'none')).toBe(true);
  });

  it('a read writes nothing to the audit trail', () => {
    // A provider redirects browsers back by GET, which then signs them in. Looking for a device that does not exist is a guess,
    // and the fifth one ends the session. The first relayed read of a day is an entry.
    const exceptions = ['getDeviceAuthorization', 'relayGet'];
    const changes = method !== 'GET' || answer.status === 302 || exceptions.includes(operation.id);
    expect(changes || 'none' in audit).toBe(true);
  });

  it('an answer has a body exactly where its status allows one', () => {
    // What is only accepted may have nothing to tell.
    const isOptional = answer.status === 202;
    expect(isOptional || (answer.schema !== undefined) === ![204, 302].includes(answer.status)).toBe(true);
  });

  it('examples match the schemas of their operation', () => {
    const shown = [
      [params, examples?.params],
      [query, examples?.query ?? {}],
      [body, examples?.body],
      [answer.schema, answer.example],
    ] as const;
    const refused = shown.filter(([schema, example]) => schema && !schema.safeParse(example).success);
    expect(refused).toEqual([]);
  });

  it('an operation has no examples of inputs or answers that it does not have', () => {
    const shown = [
      [params, examples?.params],
      [query, examples?.query],
      [body, examples?.body],
      [answer.schema, answer.example],
    ] as const;
    expect(shown.filter(([schema, example]) => schema === undefined && example !== undefined)).toEqual([]);
  });
});
