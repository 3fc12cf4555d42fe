/** The parts of a JSON schema that the OpenAPI document uses to tell a type. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: string | boolean;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly schema: Schema;
  /** The address of the schema of each line, where the body is text of many. */
  readonly 'x-patchbay-line-schema'?: string;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, Content>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, Content>> }>
  >;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

/** The line length of the Python sources, in pyproject.toml too. */
const width = 110;

/** Code in brackets: on one line where it fits, else its items on the next line, else each on a line of its own. */
interface Bracketed {
  readonly open: string;
  readonly items: readonly Code[];
  readonly close: string;
}
type Code = string | Bracketed;

const flat = (code: Code): string =>
  typeof code === 'string' ? code : `${code.open}${code.items.map(flat).join(', ')}${code.close}`;

/** The code as the usual formatters of Python write it; `more` characters follow in its last line. */
function formatted(code: Code, indent = '', more = 0): string {
  const line = indent + flat(code);
  if (typeof code === 'string' || line.length + more <= width) return line;
  const inner = `${indent}    `;
  const items = inner + code.items.map(flat).join(', ');
  const split =
    items.length <= width ? items : code.items.map((item) => `${formatted(item, inner, 1)},`).join('\n');
  return `${indent}${code.open}\n${split}\n${indent}${code.close}`;
}

/** A docstring, with its lines filled. */
function docstring(text: string, indent: string): string {
  const lines = [''];
  for (const word of text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    const room = width - indent.length - (lines.length === 1 ? 6 : 3);
    if (line.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return `${indent}"""${lines.join(`\n${indent}`)}"""`;
}

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
const capitalized = (name: string): string => `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
const quoted = (text: string): string => JSON.stringify(text);

/** A text or a boolean as Python writes it. */
const literal = (value: string | boolean): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : quoted(value);
const nameIn = (address: string): string => address.split('/').at(-1) ?? '';

/** Words of Python's grammar that are names of parameters. */
const reserved = new Set([
  'from',
  'import',
  'in',
  'is',
  'not',
  'class',
  'global',
  'with',
  'as',
  'self',
  'body',
  'timeout',
]);
const parameterName = (name: string): string => (reserved.has(snake(name)) ? `${snake(name)}_` : snake(name));

/** How a schema of the document is written: `own` is the name of a class that its properties would need. */
interface TypeNames {
  readonly prefix: string;
  readonly own: string;
}

const simple: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function typeOf(schema: Schema, names: TypeNames): Code {
  if (schema.$ref !== undefined) return `${names.prefix}${nameIn(schema.$ref)}`;
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined) return { open: 'Literal[', items: values.map(literal), close: ']' };
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) return parts.map((part) => flat(typeOf(part, names))).join(' | ');
  const { type = '', items = {}, additionalProperties } = schema;
  if (typeof type !== 'string')
    return type.map((each) => flat(typeOf({ ...schema, type: each }, names))).join(' | ');
  if (type === 'array') return `list[${flat(typeOf(items, names))}]`;
  if (type !== 'object') return simple[type] ?? 'Any';
  // TypedDict has no way to name some fields and leave others open.
  if (typeof additionalProperties === 'object')
    return `Mapping[str, ${flat(typeOf(additionalProperties, names))}]`;
  return names.own;
}

const isClass = ({ type, additionalProperties }: Schema): boolean =>
  type === 'object' && typeof additionalProperties !== 'object';

/** A TypedDict. Required fields come first, in a class of their own: NotRequired exists from Python 3.11 on. */
function classOf(name: string, { properties = {}, required = [], description }: Schema): string[] {
  const nested = Object.entries(properties).flatMap(([field, schema]) =>
    isClass(schema) ? classOf(`${name}${capitalized(field)}`, schema) : [],
  );
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = flat(typeOf(schema, { prefix: '', own: `${name}${capitalized(field)}` }));
    const text = schema.description === undefined ? [] : [docstring(schema.description, '    ')];
    return { isRequired: required.includes(field), text: [`    ${field}: ${type}`, ...text].join('\n') };
  });
  const always = fields.filter(({ isRequired }) => isRequired).map(({ text }) => text);
  const sometimes = fields.filter(({ isRequired }) => !isRequired).map(({ text }) => text);
  const about = description === undefined ? [] : [`${docstring(description, '    ')}\n`];
  if (sometimes.length === 0)
    return [...nested, [`class ${name}(TypedDict):`, ...about, ...always].join('\n')];
  const base = always.length === 0 ? 'TypedDict' : `_${name}`;
  return [
    ...nested,
    ...(always.length === 0 ? [] : [[`class ${base}(TypedDict):`, ...always].join('\n')]),
    [`class ${name}(${base}, total=False):`, ...about, ...sometimes].join('\n'),
  ];
}

function modelOf([name, schema]: readonly [string, Schema]): string[] {
  if (isClass(schema)) return classOf(name, schema);
  const type = typeOf(schema, { prefix: '', own: name });
  const about = schema.description === undefined ? [] : [docstring(schema.description, '')];
  // A union names classes that may stand below it.
  const isUnion = (schema.anyOf ?? schema.oneOf) !== undefined;
  const value = isUnion ? quoted(flat(type)) : type;
  const alias =
    typeof value === 'string'
      ? `${name}: TypeAlias = ${value}`
      : formatted({ ...value, open: `${name}: TypeAlias = ${value.open}` });
  return [[alias, ...about].join('\n')];
}

/** Whether the client has no method for an operation: one that only redirects is for browsers, the relay has a method of its own. */
const isLeftOut = ({ responses, requestBody }: Described): boolean =>
  Object.keys(responses).every((status) => status === '302' || status >= '400') ||
  '*/*' in { ...responses['200']?.content, ...requestBody?.content };

interface Operation {
  readonly name: string;
  readonly constant: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly inPath: readonly string[];
  /** The type ends with the default of a parameter that may be left out. */
  readonly query: readonly { readonly name: string; readonly type: string }[];
  readonly creates: boolean;
  readonly body: { readonly type: string; readonly isRequired: boolean } | undefined;
  /** The type of the answer, or of a line of it. */
  readonly answer: string;
  readonly isExport: boolean;
  /** Of a page: the field with the items, and their type. */
  readonly items: { readonly field: string; readonly type: string } | undefined;
}

/** The list of a page that has a cursor for the next one. */
function itemsOf({ components }: Document, answer: Schema | undefined): Operation['items'] {
  const { properties = {} } = components.schemas[nameIn(answer?.$ref ?? '')] ?? {};
  if (!('nextCursor' in properties)) return undefined;
  const [field, schema] = Object.entries(properties).find(([, { type }]) => type === 'array') ?? [];
  if (field === undefined) return undefined;
  return { field, type: flat(typeOf(schema?.items ?? {}, { prefix: 'models.', own: '' })) };
}

/** Parameters repeat the values of an enum that has a name among the schemas. */
function queryType({ components }: Document, schema: Schema): string {
  if (schema.format === 'date-time') return 'datetime | str';
  const named = Object.entries(components.schemas).find(
    ([, each]) => each.enum !== undefined && each.enum.join() === schema.enum?.join(),
  );
  return named === undefined ? flat(typeOf(schema, { prefix: 'models.', own: '' })) : `models.${named[0]}`;
}

function operationOf(document: Document, path: string, method: string, described: Described): Operation {
  const { operationId, summary, parameters = [], requestBody, responses } = described;
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const [content] = Object.values(success?.content ?? {});
  const line = content?.['x-patchbay-line-schema'];
  const answer = line === undefined ? content?.schema : { $ref: line };
  const names = { prefix: 'models.', own: '' };
  const sent = requestBody?.content['application/json'];
  return {
    name: snake(operationId),
    constant: snake(operationId).toUpperCase(),
    method: method.toUpperCase(),
    path,
    summary,
    inPath: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameterName(name)),
    query: parameters
      .filter((each) => each.in === 'query')
      .map(({ name, schema, required }) => ({
        name,
        type: `${queryType(document, schema)}${required ? '' : ' | None = None'}`,
      })),
    creates: parameters.some(({ name }) => name === 'Idempotency-Key'),
    body:
      sent === undefined
        ? undefined
        : { type: flat(typeOf(sent.schema, names)), isRequired: requestBody?.required === true },
    answer: answer === undefined ? 'None' : flat(typeOf(answer, names)),
    isExport: line !== undefined,
    items: itemsOf(document, answer),
  };
}

const tableRow = ({ constant, method, path, creates, answer }: Operation): string =>
  formatted({
    open: `${constant}: Operation[${answer}] = Operation(`,
    items: [quoted(method), quoted(path), ...(creates ? ['creates=True'] : [])],
    close: ')',
  });

/** What a method takes, and what it hands on to the core. */
function argumentsOf({ inPath, query, body, creates }: Operation): { taken: string[]; passed: Code[] } {
  const inQuery = query.map(({ name }) => `${quoted(name)}: ${parameterName(name)}`);
  return {
    taken: [
      'self',
      ...inPath.map((name) => `${name}: str`),
      '*',
      ...(body === undefined ? [] : [`body: ${body.type}${body.isRequired ? '' : ' | None = None'}`]),
      ...query.map(({ name, type }) => `${parameterName(name)}: ${type}`),
      ...(creates ? ['idempotency_key: str | None = None'] : []),
      'timeout: Timeout = None',
    ],
    passed: [
      ...inPath,
      ...(body === undefined ? [] : ['body=body']),
      ...(inQuery.length === 0 ? [] : [{ open: 'query={', items: inQuery, close: '}' }]),
      ...(creates ? ['idempotency_key=idempotency_key'] : []),
      'timeout=timeout',
    ],
  };
}

function methodOf(operation: Operation, isAsync: boolean): string {
  const { name, constant, summary, answer, isExport } = operation;
  const { taken, passed } = argumentsOf(operation);
  const [define, wait] = isAsync && !isExport ? ['async def', 'await '] : ['def', ''];
  const [returned, core] = isExport
    ? [`${isAsync ? 'Async' : ''}Export[${answer}]`, '_export']
    : [answer, '_call'];
  return [
    formatted({ open: `${define} ${name}(`, items: taken, close: `) -> ${returned}:` }, '    '),
    docstring(`${summary}.`, '        '),
    formatted(
      {
        open: `${answer === 'None' ? '' : 'return '}${wait}self.${core}(`,
        items: [`operations.${constant}`, ...passed],
        close: ')',
      },
      '        ',
    ),
  ].join('\n');
}

/** A method that yields the items of all pages. */
function iterationOf(operation: Operation, isAsync: boolean): string[] {
  const { name, items, inPath } = operation;
  if (items === undefined) return [];
  const { taken } = argumentsOf(operation);
  const named = taken
    .slice(1)
    .filter((each) => each !== '*')
    .map((each) => each.split(':')[0] ?? '');
  const [define, wait, kind] = isAsync ? ['async def', 'await ', 'AsyncIterator'] : ['def', '', 'Iterator'];
  const field = `page[${quoted(items.field)}]`;
  return [
    [
      formatted(
        {
          open: `${define} ${name.replace(/^list_/, 'iter_')}(`,
          items: taken.filter((each) => !each.startsWith('cursor:')),
          close: `) -> ${kind}[${items.type}]:`,
        },
        '    ',
      ),
      docstring(
        `\`${name}\`, one item after the other: fetches each page when the one before has ended.`,
        '        ',
      ),
      '        cursor: str | None = None',
      '        while True:',
      formatted(
        {
          open: `page = ${wait}self.${name}(`,
          items: named.map((each, index) => (index < inPath.length ? each : `${each}=${each}`)),
          close: ')',
        },
        '            ',
      ),
      ...(isAsync
        ? [`            for item in ${field}:`, '                yield item']
        : [`            yield from ${field}`]),
      '            cursor = following(cursor, page["nextCursor"])',
      '            if cursor is None:',
      '                return',
    ].join('\n'),
  ];
}

const written = '# `make clients` writes this file from the OpenAPI document.\n';

function methodsFile(operations: readonly Operation[], isAsync: boolean): string {
  const async = isAsync ? 'Async' : '';
  const methods = operations.flatMap((each) => [methodOf(each, isAsync), ...iterationOf(each, isAsync)]);
  return `${written}
from __future__ import annotations

from collections.abc import ${async}Iterator
from datetime import datetime

from patchbay.${isAsync ? 'async_send' : 'generated.sync_send'} import ${async}Export, ${async}Sender
from patchbay.core import Timeout, following
from patchbay.generated import models, operations


class ${async}Operations(${async}Sender):
    """A method for each operation of the API, by its operation id."""

${methods.join('\n\n')}
`;
}

/** A class for each status of a problem. Where two answers share a status, the one that more operations have names it. */
function problemsFile({ paths, components }: Document): string {
  const names = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses))
    .flatMap(([status, { $ref }]) => ($ref === undefined ? [] : [`${status} ${nameIn($ref)}`]));
  const counts = [...Map.groupBy(names, (name) => name)].toSorted(([, a], [, b]) => a.length - b.length);
  const byStatus = Object.entries(
    Object.fromEntries(counts.map(([name]) => name.split(' ') as [string, string])),
  );
  const classes = byStatus.map(
    ([
      status,
      name,
    ]) => `class ${name}(${status >= '500' ? 'ServerFailed' : 'PatchbayError'}, status=${status}):
${docstring(components.responses[name]?.description ?? '', '    ')}`,
  );
  const all = { open: '__all__ = [', items: byStatus.map(([, name]) => quoted(name)), close: ']' };
  return `${written}
from patchbay.errors import PatchbayError, ServerFailed

${formatted(all)}


${classes.join('\n\n\n')}
`;
}

/** The words of async Python, and those of plain Python in their place. */
const syncWords: readonly (readonly [RegExp, string])[] = [
  [
    /\basync (?=def |for |with )|\bawait |\bAsync(?=[A-Z])|(?<=\b_)Async(?=[A-Z])|(?<=_)async_(?=request)/g,
    '',
  ],
  [/\basync(?=contextmanager)|\ba(?=read\b|close\b|iter_bytes\b|verify_export\b)/g, ''],
  [/(?<=\b__)a(?=(enter|exit|iter)__)/g, ''],
  [/\bAwaitable\[([\w.]+)\]/g, '$1'],
  [/ Awaitable,/g, ''],
  [/\basyncio\b/g, 'time'],
  [/\bpatchbay\.(?:generated\.)?async_/g, 'patchbay.generated.sync_'],
  [/ `make clients` writes the sync version of this file\./g, ''],
];

/** The sync version of a file that is written by hand for async programs. */
const syncVersionOf = (text: string): string =>
  `# \`make clients\` writes this file from its async version.\n\n${syncWords.reduce(
    (result, [word, replacement]) => result.replace(word, replacement),
    text,
  )}`;

/** The generated files of the Python client, by their names. `handWritten` are the async files, by theirs. */
export function pythonFilesOf(
  document: Document,
  handWritten: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, described]) => !isLeftOut(described))
      .map(([method, described]) => operationOf(document, path, method, described)),
  );
  const models = Object.entries(document.components.schemas).flatMap(modelOf);
  return {
    '__init__.py': written,
    'models.py': `${written}
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, TypedDict

${models.map((model) => `\n${model}\n`).join('\n')}`,
    'operations.py': `${written}
from patchbay.core import Operation
from patchbay.generated import models

${operations.map(tableRow).join('\n')}
`,
    'problems.py': problemsFile(document),
    'sync_operations.py': methodsFile(operations, false),
    'async_operations.py': methodsFile(operations, true),
    ...Object.fromEntries(
      Object.entries(handWritten).map(([name, text]) => [name.replace('async', 'sync'), syncVersionOf(text)]),
    ),
  };
}
