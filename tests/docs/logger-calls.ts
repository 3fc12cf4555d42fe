import { fieldsOf } from './logged-fields.ts';
import {
  around,
  constantTexts,
  functionName,
  isFunction,
  type Node,
  nameOf,
  nodeIn,
  nodesIn,
  parse,
} from './syntax.ts';

export interface LogEvent {
  readonly level: string;
  readonly message: string;
  readonly fields: readonly string[];
}

export const levels: readonly string[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];

/** A function that logs a message which its callers pass: `warnOnce(topic, details, message)`. */
interface Forwarder {
  readonly name: string;
  /** Position of the message among its parameters. */
  readonly position: number;
  readonly levels: readonly string[];
  readonly fields: readonly string[];
}

interface Call {
  readonly node: Node;
  readonly callee: Node;
  readonly values: readonly Node[];
}

const callsIn = (nodes: readonly Node[]): Call[] =>
  nodes.flatMap((node) => {
    const callee = node.type === 'CallExpression' ? nodeIn(node['callee']) : undefined;
    return callee === undefined ? [] : [{ node, callee, values: nodesIn(node['arguments']) }];
  });

/** The levels that a call logs at, two for `logger[x ? 'error' : 'warn']`; none where it is no call of a logger. */
function levelsOf(callee: Node): readonly string[] {
  const logger = nameOf(nodeIn(callee['object']));
  if (callee.type !== 'MemberExpression' || (logger !== 'logger' && logger !== 'log')) return [];
  const property = nodeIn(callee['property']);
  const names = callee['computed'] === true ? constantTexts(property) : [nameOf(property) ?? ''];
  return names?.filter((name) => levels.includes(name)) ?? [];
}

/** The function around a call of the logger that has the message as a parameter. */
function forwarderOf({ node, values }: Call): Pick<Forwarder, 'name' | 'position'> | undefined {
  const wanted = nameOf(values.at(-1));
  for (const outer of around(node)) {
    const position = nodesIn(outer['params']).findIndex((parameter) => nameOf(parameter) === wanted);
    const name = isFunction(outer) ? functionName(outer) : undefined;
    if (position !== -1 && name !== undefined) return { name, position };
  }
  return undefined;
}

/**
 * The events that the files of a package log. A message has to be a constant, or the parameter of a function that the package
 * calls with constants; anything else throws.
 */
export function logEventsIn(sources: readonly string[]): LogEvent[] {
  // A cheap check first: parsing takes seconds for all packages.
  if (!sources.some((source) => /\blog(?:ger)?\??[.[]/.test(source))) return [];
  const files = sources.map((source) => parse(source));
  const all = files.flat();
  const events: LogEvent[] = [];
  const forwarders: Forwarder[] = [];
  const add = (at: readonly string[], messages: readonly string[], fields: readonly string[]): void => {
    for (const level of at) for (const message of messages) events.push({ level, message, fields });
  };

  for (const file of files) {
    for (const call of callsIn(file)) {
      const at = levelsOf(call.callee);
      if (at.length === 0) continue;
      const { values } = call;
      const fields = values.length > 1 ? fieldsOf(values[0], { file, all }) : [];
      const texts = constantTexts(values.at(-1));
      if (texts === undefined) {
        const forwarder = forwarderOf(call);
        if (forwarder === undefined) throw new Error(`logger.${at.join('/')} without a constant message`);
        forwarders.push({ ...forwarder, levels: at, fields });
      } else add(at, texts, fields);
    }
  }
  const calls = callsIn(all);
  for (const { name, position, levels: at, fields } of forwarders) {
    for (const { callee, values } of calls) {
      if (nameOf(callee) !== name || values.length <= position) continue;
      const texts = constantTexts(values[position]);
      if (texts === undefined) throw new Error(`${name}() without a constant message`);
      add(at, texts, fields);
    }
  }
  return events;
}
