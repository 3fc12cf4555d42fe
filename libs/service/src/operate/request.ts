import { parseArgs } from 'node:util';
import { personText } from '@patchbay/text/person-text';
import type { TextRule } from '@patchbay/text/text-rule';
import type { Operator } from '@patchbay/trail/domain-event';

/** One use of the command. */
export interface Use<Verb extends string> {
  readonly verb: Verb;
  /** The address of the person, or the slug of the organization. */
  readonly name: string;
  readonly operator: Operator;
  readonly json: boolean;
}

/** Invalid arguments. The message names them. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

/** The subject of the commands of one image. */
export interface Subject<Verb extends string> {
  readonly noun: string;
  readonly verbs: readonly Verb[];
  /** The verbs that need the name again in `--confirm`. */
  readonly confirmed?: readonly Verb[];
  /** The name of the argument in help. */
  readonly called: string;
  readonly rule: TextRule;
  /** The nouns that other images know, and the services of these images. */
  readonly elsewhere: Readonly<Record<string, string>>;
}

const operatorRules = { by: personText(1, 100), reason: personText(1, 200) };

function textOf(rule: TextRule, name: string, given: string | undefined): string {
  if (given === undefined) throw new WrongArguments(`${name} is missing`);
  const text = rule.normalize(given);
  const [problem] = rule.problemsOf(text);
  if (problem !== undefined) throw new WrongArguments(`${name} ${problem}`);
  return text;
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        by: { type: 'string' },
        reason: { type: 'string' },
        confirm: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    if (error instanceof TypeError) throw new WrongArguments(error.message);
    throw error;
  }
}

/** Throws `WrongArguments`. */
export function useOf<Verb extends string>(
  given: readonly string[],
  { noun, verbs, confirmed = [], called, rule, elsewhere }: Subject<Verb>,
): Use<Verb> | 'help' {
  const { values, positionals } = parsed(given);
  const [what, asked, argument, ...more] = positionals;
  if (values.help || what === undefined || what === 'help') return 'help';
  const service = elsewhere[what];
  if (service !== undefined)
    throw new WrongArguments(`${what} is not known here: run main-operate in the image of ${service}`);
  if (what !== noun) throw new WrongArguments(`${what} is not known here`);
  const verb = verbs.find((each) => each === asked);
  if (verb === undefined) throw new WrongArguments(`${noun} must be followed by ${verbs.join(', ')}`);
  if (argument === undefined || more.length > 0) throw new WrongArguments(`${verb} needs one ${called}`);
  const name = textOf(rule, `the ${called}`, argument);
  const operator = {
    by: textOf(operatorRules.by, '--by', values.by),
    reason: textOf(operatorRules.reason, '--reason', values.reason),
  };
  if (!confirmed.includes(verb)) {
    if (values.confirm !== undefined) throw new WrongArguments(`${verb} does not know --confirm`);
  } else if (values.confirm !== name)
    throw new WrongArguments(`${verb} needs --confirm ${name}: the ${called} once more`);
  return { verb, name, operator, json: values.json ?? false };
}
