type Value = string | readonly Value[] | { readonly [key: string]: Value | undefined };

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** What stands behind a key: on its line, or on the lines below. */
function behind(value: Value, indent: string): string {
  if (typeof value !== 'string') return `\n${block(value, indent)}`;
  // A JSON string is a YAML string too. A text with quotes is easier to read without escapes.
  return /["\n]/.test(value) ? ` |-\n${value.replace(/^/gm, indent)}\n` : ` ${JSON.stringify(value)}\n`;
}

function block(value: Exclude<Value, string>, indent: string): string {
  if (isList(value)) {
    return value.map((item) => `${indent}-${behind(item, `${indent}  `).replace(/^\n +/, ' ')}`).join('');
  }
  return Object.entries(value)
    .map(([key, member]) => (member === undefined ? '' : `${indent}${key}:${behind(member, `${indent}  `)}`))
    .join('');
}

/** Texts, lists and objects as YAML, in the order that they have. */
export const toYaml = (value: Exclude<Value, string>): string => block(value, '');
