import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createReference } from '@patchbay/gateway/openapi';
import { operations } from '@patchbay/gateway/operations';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type OpenApi, readDocument } from './document.ts';
import { operationsThatRefuseValid } from './findings.ts';
import { asCurl } from './http-request.ts';
import { arbitraryOf } from './schema-arbitrary.ts';

/** The words of a command as a shell reads them. */
const words = (command: string): string[] =>
  execFileSync('bash', ['-c', `printf '%s\\0' ${command}`])
    .toString('latin1')
    .split('\0')
    .slice(0, -1);

it('a request as a command is read by a shell as it was sent', () => {
  const body = Buffer.from([0x7b, 0x27, 0x5c, 0xff, 0x0a, 0x7d]);
  const command = asCurl('http://localhost:1', {
    method: 'POST',
    target: "/v1/me?name='$HOME'",
    headers: { 'x-a': ["it's", '`b`'] },
    body,
  });
  const [url, lines, data] = [
    words(command).slice(0, 6),
    words(command).slice(6, 10),
    words(command).slice(10),
  ];
  expect(url.join(' ')).toBe("curl -i --path-as-is -X POST http://localhost:1/v1/me?name='$HOME'");
  expect(lines).toEqual(['-H', "x-a: it's", '-H', 'x-a: `b`']);
  expect(data).toEqual(['--data-binary', body.toString('latin1')]);
});

const description = readDocument(JSON.parse(JSON.stringify(createReference())) as OpenApi);
const { validatorOf } = description;
const schemas = [...description.operations.values()].flatMap(({ id, body, parameters }) => [
  ...(body ? [{ id: `body of ${id}`, schema: body.schema }] : []),
  ...parameters.map(({ name, schema }) => ({ id: `${name} of ${id}`, schema })),
]);

it.each(schemas)('generated values match their schema: $id', ({ schema }) => {
  const isValid = validatorOf(schema);
  const values = fc.sample(arbitraryOf(schema, description), { seed: 1, numRuns: 20 });
  expect(values.filter((value) => !isValid(value))).toEqual([]);
});

it.each([
  { type: 'string', contentEncoding: 'base64' },
  { type: 'string', format: 'hostname' },
  { type: 'tuple' },
])('the generator refuses a schema that it does not know: %j', (schema) => {
  expect(() => arbitraryOf(schema, description)).toThrow('unknown to the generator');
});

it('the generator takes existing ids for fields of that name', () => {
  const schema = { type: 'object', properties: { userId: { type: 'string' } }, required: ['userId'] };
  const known = (name: string): string[] => (name === 'userId' ? ['somebody'] : []);
  const values = fc.sample(arbitraryOf(schema, { ...description, known }), { seed: 1, numRuns: 50 });
  expect(values).toContainEqual({ userId: 'somebody' });
});

const settings = readFileSync(new URL('schemathesis.toml', import.meta.url), 'utf8');

/** The operations that each table `[[operations]]` names. */
const [disabled = [], refusing = []] = Array.from(
  settings.matchAll(/^include-operation-id = \[([^\]]*)\]/gm),
  ([, names = '']) => Array.from(names.matchAll(/"(\w+)"/g), ([, name = '']) => name),
);

it('Schemathesis expects a 400 for valid requests of the operations of which the fuzz test does', () => {
  expect(refusing.toSorted()).toEqual(operationsThatRefuseValid.toSorted());
});

it('the settings of Schemathesis name operations that exist', () => {
  const ids = operations.map(({ id }) => id);
  expect([...disabled, ...refusing].filter((id) => !ids.some((known) => known === id))).toEqual([]);
  expect(disabled).toContain('signOut');
});
