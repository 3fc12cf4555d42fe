/** What the command was asked to do. */
export type Request =
  | { readonly command: 'help' }
  | { readonly command: 'list'; readonly ended: boolean; readonly limit: number }
  | { readonly command: 'show'; readonly id: string; readonly values: boolean }
  | { readonly command: 'replay' | 'discard'; readonly ids: readonly string[] }
  | { readonly command: 'replay'; readonly ids: 'all' };

/** The arguments are not understood; the message says which. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

const defaultLimit = 50;
const maxLimit = 1_000;
const maxId = 2n ** 63n;

function idOf(text: string): string {
  if (!/^\d{1,19}$/.test(text) || BigInt(text) >= maxId) throw new WrongArguments(`${text} is not an id`);
  return String(BigInt(text));
}

function idsOf(texts: readonly string[], command: string): readonly string[] {
  if (texts.length === 0) throw new WrongArguments(`${command} needs the ids of dead letters`);
  return [...new Set(texts.map(idOf))];
}

function listOf(options: readonly string[]): Request {
  let [ended, limit] = [false, defaultLimit];
  const left = [...options];
  for (let option = left.shift(); option !== undefined; option = left.shift()) {
    const [name, inline] = option.split('=', 2);
    if (option === '--all') ended = true;
    else if (name === '--limit') {
      limit = Number(inline ?? left.shift());
      if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
        throw new WrongArguments(`--limit must be 1 to ${maxLimit}`);
    } else throw new WrongArguments(`list does not know ${option}`);
  }
  return { command: 'list', ended, limit };
}

/** Throws `WrongArguments`. Without arguments: the list. */
export function requestOf(given: readonly string[]): Request {
  const [command = 'list', ...rest] = given;
  if ([command, ...rest].some((argument) => argument === '--help' || argument === '-h'))
    return { command: 'help' };
  switch (command) {
    case 'help':
      return { command };
    case 'list':
      return listOf(rest);
    case 'show': {
      const values = rest.includes('--values');
      const [id, ...more] = rest.filter((argument) => argument !== '--values');
      if (id === undefined || more.length > 0)
        throw new WrongArguments('show needs the id of one dead letter');
      return { command, id: idOf(id), values };
    }
    case 'replay':
      if (rest.length === 1 && rest[0] === '--all') return { command, ids: 'all' };
      return { command, ids: idsOf(rest, command) };
    case 'discard':
      return { command, ids: idsOf(rest, command) };
    default:
      throw new WrongArguments(`${command} is not known here`);
  }
}
