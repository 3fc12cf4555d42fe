import { nounOf } from '../catalogue/names.ts';
import type { Command } from '../command.ts';
import { tags } from '../generated/catalogue.ts';

/** The summaries of groups of commands, in the order of help. Other groups use the description of their OpenAPI tag. */
const summaries: Readonly<Record<string, string>> = {
  profile: 'Installations and accounts that this machine remembers',
  org: 'Organizations that you belong to',
  workspace: 'Workspaces of an organization',
  member: 'People of an organization or a workspace, and their roles',
  invitation: 'Invitations into organizations and workspaces',
  key: 'API keys of a person, an organization or a workspace',
  provider: 'Advertising systems, and what each of them asks for',
  integration: 'Connections of a workspace to advertising systems',
  grant: 'Which API keys may use an integration',
  connect: 'What a client does with a connect link',
  webhook: 'Addresses to which entries of the audit trail are delivered',
  audit: 'The audit trail of an organization, and its proof',
  session: 'Your sessions, and the sign-in of devices',
  account: 'Your own account',
  platform: 'Health, version and OpenAPI document of the API',
};

const startHere = ['login', 'whoami', 'use', 'profile', 'logout'];
const tools = ['api', 'relay', 'doctor', 'mcp', 'completion'];
/** The verbs that come first in a group. The others follow in the order of the API. */
const verbs = ['list', 'get', 'create', 'add', 'connect', 'watch', 'tail', 'update', 'revoke', 'sign-out'];
const order = [...startHere, ...Object.keys(summaries), ...tools];

/** The first word of commands: a group of commands, or a command without a verb. */
export interface Noun {
  readonly name: string;
  readonly heading: string;
  readonly summary: string;
  readonly description: string;
  readonly commands: readonly Command[];
}

function headingOf(name: string, { path }: Command): string {
  if (startHere.includes(name)) return 'Start here:';
  return tools.includes(name) || path.length === 1 ? 'Tools:' : 'Work with:';
}

const headings = ['Start here:', 'Work with:', 'Tools:'];

/** Commands by their first word, in the order of help. Hidden commands come last. */
export function nounsOf(commands: readonly Command[]): Noun[] {
  const names = [...new Set(commands.map(({ path }) => path[0] ?? ''))];
  const rank = ({ name, heading }: Noun): number =>
    headings.indexOf(heading) * 100 + (order.includes(name) ? order.indexOf(name) : order.length);
  const verbRank = ({ path: [, verb = ''] }: Command): number =>
    verbs.includes(verb) ? verbs.indexOf(verb) : verbs.length;
  return names
    .map((name): Noun => {
      const own = commands.filter(({ path }) => path[0] === name);
      const [first] = own as [Command];
      const tag = tags.find((one) => nounOf({ tag: one.name, path: '' }) === name);
      const summary = first.path.length === 1 ? first.summary : (summaries[name] ?? tag?.title ?? name);
      return {
        name,
        heading: headingOf(name, first),
        summary,
        description: tag?.description ?? `${summary}.`,
        commands: own.toSorted((a, b) => verbRank(a) - verbRank(b)),
      };
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

/** A few examples for a group: the first of each of its commands. */
export const examplesOf = ({ commands }: Noun): string[] =>
  commands
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ examples = [] }) => examples.slice(0, 1))
    .slice(0, 4);
