import { describe, expect, it } from 'vitest';
import { type OperationObject, operationObject, operationObjects, problemsOf } from './document.fixture.ts';

const linksIn = ({ responses }: OperationObject) =>
  Object.values(responses).flatMap((response) =>
    Object.entries(response.links ?? {}).map(([name, link]) => ({ name, response, ...link })),
  );

const exampleOf = ({ parameters = [] }: OperationObject, name: string): unknown =>
  parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example;

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((part, name) => (part as Readonly<Record<string, unknown>>)[name], value);

const links = operationObjects.flatMap((from) =>
  linksIn(from).map((link) => ({ from, to: link.operationId, id: from.operationId, ...link })),
);

describe.each(links)('the link from $id to $to', ({ from, to, name, response, parameters }) => {
  const target = operationObject(to);
  const example = response.content?.['application/json']?.example;

  it(`the link from ${from.operationId} to ${to} has the name and the path parameters of ${to}`, () => {
    expect(name).toBe(to);
    const taken = target.parameters?.filter(({ in: place }) => place === 'path') ?? [];
    expect(Object.keys(parameters)).toEqual(taken.map((parameter) => parameter.name));
  });

  it(`the examples resolve the link from ${from.operationId} to ${to} to valid parameters`, () => {
    for (const [parameter, expression] of Object.entries(parameters)) {
      const value = expression.startsWith('$response.body#')
        ? valueAt(example, expression.slice('$response.body#'.length))
        : exampleOf(from, expression.slice('$request.path.'.length));
      const schema = target.parameters?.find((taken) => taken.name === parameter)?.schema ?? {};
      expect([expression, typeof value, problemsOf(schema, value)]).toEqual([expression, 'string', null]);
    }
  });
});

describe('links', () => {
  it('links lead from every creation to what was created', () => {
    const creations = operationObjects.filter(({ responses }) => '201' in responses);
    expect(creations.length).toBeGreaterThan(5);
    expect(creations.filter((creation) => linksIn(creation).length === 0)).toEqual([]);
  });
});
