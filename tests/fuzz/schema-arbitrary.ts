import fc, { type Arbitrary } from 'fast-check';

/** Characters of several scripts, of one and two UTF-16 code units, and those that JSON, HTML or SQL treat specially. */
const characters = Array.from('abcXYZ019éßñЖ漢あ😀𝒳-_.,:;!?&=+%#@<>"\'\\/$*(){}[]|~^`');
const letters = Array.from('abcXYZ019éЖ漢😀');
const character = fc.constantFrom(...characters, ' ');
/** Every character that `plainText` may contain. */
export const allCharacters = [...letters, ' ', ...characters].join('');
const letter = fc.constantFrom(...letters);

/** Text without control characters that begins and ends with a letter: what is trimmed has the same length. */
export const plainText = (minLength: number, maxLength: number): Arbitrary<string> => {
  const inner = fc.string({
    unit: character,
    minLength: Math.max(0, minLength - 2),
    maxLength: Math.max(0, Math.min(maxLength, 300) - 2),
    size: 'small',
  });
  const longest = fc.tuple(letter, letter).map(([first, last]) => first + last.repeat(maxLength - 1));
  return fc.oneof(
    ...(maxLength >= 2 && minLength <= maxLength
      ? [{ arbitrary: fc.tuple(letter, inner, letter).map((parts) => parts.join('')), weight: 6 }]
      : []),
    ...(minLength <= 1 && maxLength >= 1 ? [{ arbitrary: letter, weight: 1 }] : []),
    ...(maxLength >= 1 ? [{ arbitrary: longest, weight: 1 }] : [{ arbitrary: fc.constant(''), weight: 1 }]),
  );
};

/** Text that programs tend to mistreat: valid JSON each, but not always acceptable. */
export const oddText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u200b',
    '\u202egpj.exe',
    '\ufeffname',
    '\ufffe',
    'a\r\nset-cookie: a=b',
    '\u001b[31m',
    '\u0085\u2028\u2029',
    '../../etc/passwd',
    "' or 1=1 --",
    '%00%2f%ff',
    '{{7*7}}${7*7}<script>alert(1)</script>',
    '__proto__',
    'constructor',
    'null',
    '💥'.repeat(64),
    'e\u0301'.repeat(300),
    'x'.repeat(3_000),
    'x'.repeat(10_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string16bits({ maxLength: 20 }),
);

/** A JSON Schema, as far as the document uses them. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export interface SchemaContext {
  readonly resolve: (reference: string) => Schema;
  /** Values of things that exist, for properties of this name. */
  readonly known?: (name: string) => readonly unknown[];
}

const annotations = new Set([
  'description',
  'title',
  'default',
  'example',
  'examples',
  'discriminator',
  'deprecated',
]);
const understood = new Set(
  `$ref type const enum anyOf oneOf properties required additionalProperties propertyNames items minItems maxItems uniqueItems
   minimum maximum minLength maxLength pattern format`.split(/\s+/),
);

const formats: Readonly<Record<string, Arbitrary<string>>> = {
  uuid: fc.uuid({ version: [4, 7] }),
  uri: fc.webUrl({ validSchemes: ['https'] }),
  // Years of four digits, between which a trail can have entries.
  'date-time': fc
    .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  email: fc
    .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,12}$/), fc.stringMatching(/^[a-z][a-z0-9]{0,12}$/))
    .map(([name, domain]) => `${name}@${domain}.example`),
};

const byPattern = new Map<string, Arbitrary<string>>();

/** Made once for each pattern: making it takes longer than texts of it. */
function matching(expression: RegExp): Arbitrary<string> {
  const made = byPattern.get(expression.source) ?? fc.stringMatching(expression);
  byPattern.set(expression.source, made);
  return made;
}

/** Lengths are counted in characters (code points), as JSON Schema does. */
function textOf({ format, pattern, minLength = 0, maxLength = 64 }: Schema): Arbitrary<string> {
  const fits = (text: string): boolean => {
    const { length } = Array.from(text);
    return length >= minLength && length <= maxLength;
  };
  if (format !== undefined) {
    const known = formats[format];
    if (known === undefined) throw new Error(`the format ${format} is unknown to the generator`);
    return known.filter(fits);
  }
  if (pattern === undefined) return plainText(minLength, maxLength);
  const expression = new RegExp(pattern, 'u');
  // `stringMatching` makes ASCII only: where a pattern just excludes characters, text of several scripts finds more.
  return expression.test(allCharacters)
    ? plainText(minLength, maxLength).filter((text) => expression.test(text))
    : matching(expression).filter(fits);
}

function objectOf(schema: Schema, context: SchemaContext): Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const declared = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => {
        const known = context.known?.(name) ?? [];
        const generated = arbitraryOf(property, context);
        return [
          name,
          known.length === 0
            ? generated
            : fc.oneof(
                { arbitrary: fc.constantFrom(...known), weight: 7 },
                { arbitrary: generated, weight: 1 },
              ),
        ];
      }),
    ),
    { requiredKeys: [...required] },
  );
  if (typeof additionalProperties === 'boolean') return declared;
  const more = fc.dictionary(
    fc.stringMatching(/^[a-z][A-Za-z0-9]{0,15}$/),
    arbitraryOf(additionalProperties, context),
    { maxKeys: 4 },
  );
  return fc.tuple(more, declared).map(([others, own]) => ({ ...others, ...own }));
}

/** Values that match a schema. Throws for a schema with a keyword that it does not know. */
export function arbitraryOf(schema: Schema, context: SchemaContext): Arbitrary<unknown> {
  for (const keyword of Object.keys(schema)) {
    if (!understood.has(keyword) && !annotations.has(keyword))
      throw new Error(`the keyword ${keyword} is unknown to the generator: ${JSON.stringify(schema)}`);
  }
  if (schema.$ref !== undefined) return arbitraryOf(context.resolve(schema.$ref), context);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, context)));
  if (typeof schema.type === 'object')
    return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type }, context)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000_000, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'string':
      return textOf(schema);
    case 'array':
      return (schema.uniqueItems ? fc.uniqueArray : fc.array)(arbitraryOf(schema.items ?? {}, context), {
        minLength: schema.minItems ?? 0,
        maxLength: 4,
      });
    case 'object':
      return objectOf(schema, context);
    case undefined:
      return fc.jsonValue();
    default:
      throw new Error(`the type ${schema.type} is unknown to the generator`);
  }
}
