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
  it('names each once', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  it('names every operation that has a file', async () => {
    const files = globSync('*/*.ts', { cwd: import.meta.dirname }).filter(
      (file) => !file.endsWith('.test.ts'),
    );
    const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))));
    const declared = modules.flatMap((module: object) => Object.values(module)).filter(isOperation);
    expect(new Set(declared)).toEqual(new Set(operations));
  });

  it('is the whole contract', () => {
    const ids = operations.map(({ id }) => id);
    expect(ids).toHaveLength(contract.length);
    expect(new Set(ids)).toEqual(new Set(contract.map((row) => row.split('\t', 1)[0])));
  });
});

describe.each(operations)('$id', (operation) => {
  const { method, path, credentials, access, params, query, body, examples, answer, audit } = operation;

  it('is what the contract says', () => {
    expect(contract).toContain(rowOf(operation));
  });

  it('reads exactly the parameters of its path', () => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params?.shape ?? {})).toEqual(named);
  });

  it('is public exactly where it asks for no credential', () => {
    expect(access.scope === 'public').toBe(credentials === 'none');
  });

  it('asks for a role exactly where its path names an organization', () => {
    expect(ruleIn(access) !== undefined).toBe(path.includes('{orgSlug}'));
  });

  it('asks for a role in the workspace exactly where its path names one', () => {
    expect(access.scope === 'workspace').toBe(path.includes('{workspaceSlug}'));
  });

  it('lets people act on themselves only where its path names a person', () => {
    expect(!ruleIn(access)?.orSelf || path.includes('{userId}')).toBe(true);
  });

  it('has one of the rules that services demand', () => {
    const rule = ruleIn(access);
    expect(rule === undefined || everyRule.has(rule)).toBe(true);
  });

  it('creates something only by POST and for a caller, whose keys tell requests apart', () => {
    expect(!creates(operation) || (method === 'POST' && credentials !== 'none')).toBe(true);
  });

  it('writes to the audit trail only when it changes something', () => {
    // A provider redirects browsers back by GET, which then signs them in. Looking for a device that does not exist is a guess,
    // and the fifth one ends the session.
    const changes = method !== 'GET' || answer.status === 302 || operation.id === 'getDeviceAuthorization';
    expect(changes || 'none' in audit).toBe(true);
  });

  it('has a body in its answer exactly where its status allows one', () => {
    expect(answer.schema !== undefined).toBe(![204, 302].includes(answer.status));
  });

  it('has examples that its own schemas accept', () => {
    const shown = [
      [params, examples?.params],
      [query, examples?.query ?? {}],
      [body, examples?.body],
      [answer.schema, answer.example],
    ] as const;
    const refused = shown.filter(([schema, example]) => schema && !schema.safeParse(example).success);
    expect(refused).toEqual([]);
  });

  it('has no example of what it does not take or answer', () => {
    const shown = [
      [params, examples?.params],
      [query, examples?.query],
      [body, examples?.body],
      [answer.schema, answer.example],
    ] as const;
    expect(shown.filter(([schema, example]) => schema === undefined && example !== undefined)).toEqual([]);
  });
});
