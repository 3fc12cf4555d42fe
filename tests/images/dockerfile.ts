export interface Instruction {
  /** `RUN`, `COPY`, … */
  readonly name: string;
  /** The rest of the line, continued lines joined. */
  readonly text: string;
}

export interface Stage {
  /** Undefined: the last one, which is the image. */
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile. What stands before the first one, the arguments of `FROM`, is left out. */
export function readDockerfile(text: string): readonly Stage[] {
  const instructions = text
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line): Instruction => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, text: rest };
    });
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  return starts.map((start, index) => ({
    name: / AS (\w+)$/.exec(instructions[start]?.text ?? '')?.[1],
    instructions: instructions.slice(start + 1, starts[index + 1]),
  }));
}

/** The variables that `ENV` sets in a stage, with the values of its arguments. */
export function environmentOf(
  { instructions }: Stage,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const { text } of instructions.filter(({ name }) => name === 'ENV')) {
    for (const [, name = '', quoted, plain = ''] of text.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)) {
      variables[name] = (quoted ?? plain).replaceAll(
        /\$\{(\w+)\}/g,
        (_, argument: string) => given[argument] ?? '',
      );
    }
  }
  return variables;
}

/** The words of an instruction in the form of a JSON list, such as `ENTRYPOINT`. */
export const wordsOf = ({ instructions }: Stage, instruction: string): readonly string[] =>
  JSON.parse(instructions.findLast(({ name }) => name === instruction)?.text ?? '[]') as string[];
