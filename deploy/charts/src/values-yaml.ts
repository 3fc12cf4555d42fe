import { isGroup, type Value } from './values/value.ts';
import { yaml } from './yaml.ts';

const width = 100;

/** Lines of at most `width` characters, words kept whole. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const indented = (text: string, indent: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : `${indent}${line}`))
    .join('\n');

const commentOf = (text: string, indent: string): string =>
  wrap(text, width - indent.length - 2)
    .map((line) => `${indent}# ${line}\n`)
    .join('');

const valueYaml = (value: Value, indent: string): string => {
  const comment = commentOf(value.comment, indent);
  if (isGroup(value)) {
    return `${comment}${indent}${value.key}:\n${value.values.map((each) => valueYaml(each, `${indent}  `)).join('')}`;
  }
  return `${comment}${indented(yaml({ [value.key]: value.default }).trimEnd(), indent)}\n`;
};

/** values.yaml: every value with its comment, a blank line between those of the top. */
export const valuesYaml = (head: string, values: readonly Value[]): string =>
  `${commentOf(head, '')}\n${values.map((value) => valueYaml(value, '')).join('\n')}`;
