import { operationOf } from '../catalogue/lists.ts';
import { findId } from '../catalogue/things.ts';
import type { Command, Given } from '../command.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../failure.ts';
import { valueOf } from '../settings/environment.ts';
import { styled } from '../terminal/io.ts';
import { durationMs, poll } from '../terminal/poll.ts';
import { cleanJson, cleanLine } from '../text/clean.ts';
import { entriesOf, timeOfDay } from '../text/formats.ts';
import type { AuditLog } from './audit-entries.ts';
import { createCheckedTrail } from './checked-trail.ts';
import { type Attempt, createForward, keyOf, newSecret, receiverOf } from './webhook-forward.ts';

const actions =
  operationOf('listAuditLogs').queryParameters.find(({ name }) => name === 'action')?.options ?? [];
const groups = [...new Set(actions.map((action) => action.replace(/\..*$/, '.*')))];

/** The filter of a webhook. */
interface Filter {
  readonly actions: readonly string[];
  readonly workspace: string | undefined;
}

/** Whether a webhook with this filter gets an entry. */
export const takes = (filter: Filter, { action, workspace }: AuditLog): boolean =>
  (filter.actions.length === 0 ||
    filter.actions.some((one) => one === action || one === action.replace(/\..*$/, '.*'))) &&
  (filter.workspace === undefined || filter.workspace === workspace?.slug);

/** The filter of the webhook that was named, or of the flags. */
async function filterOf(context: Context, { flags }: Given): Promise<Filter> {
  const named = flags['webhook'] as string | undefined;
  const given = [(flags['actions'] ?? []) as readonly string[]].flat().flatMap((one) => one.split(','));
  if (named === undefined) {
    const unknown = given.find((one) => !actions.includes(one) && !groups.includes(one));
    if (unknown !== undefined)
      throw usageFailure(
        `There is no action "${cleanLine(unknown)}".`,
        `Actions are such as ${actions[0]}, groups such as ${groups.at(-1)}. \`patchbay audit list --help\` has all.`,
      );
    return { actions: given, workspace: context.flags.workspace };
  }
  if (given.length > 0 || context.flags.workspace !== undefined)
    throw usageFailure('--webhook has a filter of its own.', 'Leave out --actions and --workspace.');
  const { org: orgSlug } = context;
  const id = await findId(context, operationOf('getWebhook'), 'id', named, { orgSlug });
  const webhook = await (await context.client()).getWebhook({ orgSlug, id });
  return { actions: webhook.actions, workspace: webhook.workspace?.slug };
}

/** One line per attempt: time, action, target and result. Tab-separated in a pipe, or JSON. */
function lineOf({ io, flags }: Context, entry: AuditLog, attempt: Attempt): string {
  const { id, sequence, action, target, occurredAt } = entry;
  const { isDelivered, status, ms, reason, isLast } = attempt;
  if (flags.json !== undefined)
    return cleanJson(
      JSON.stringify({ id, sequence, action, delivered: isDelivered, status, ms, reason, last: isLast }),
    );
  const about = [action, `${target.type} ${target.name}`].map(cleanLine);
  const answer = cleanLine(`${status ?? reason}`);
  if (!io.stdout.isTTY) return [cleanLine(occurredAt), sequence, ...about, answer, ms].join('\t');
  const shown = styled(io, io.stdout, isDelivered ? 'green' : 'red', answer);
  const more = isLast ? '' : ', trying again';
  const time = styled(io, io.stdout, 'dim', timeOfDay(io.clock.now()));
  return [time, ...about, `${shown} in ${ms} ms${more}`].join('  ');
}

export const webhookListen: Command = {
  path: ['webhook', 'listen'],
  summary: 'Forward new entries of the audit trail to this machine',
  description:
    'For work on a receiver of webhooks, without a tunnel: reads the entries that come up from now on and sends each to an address of this machine, as a webhook does, until Ctrl-C. The requests have the body, the headers and the signature of a webhook; the secret is printed at the start, or taken from PATCHBAY_WEBHOOK_SECRET. Prints a line for each attempt: time, action, target, status and milliseconds. An entry that the receiver does not take is sent three times.\n\nThe hash of each entry is checked, and that none is missing. Nothing is changed at Patchbay: no webhook is created.',
  flags: [
    {
      name: 'forward-to',
      value: 'url',
      description: 'Where to send them. http on this machine, else https.',
    },
    {
      name: 'webhook',
      value: 'description|url|id',
      description: 'Forwards what this webhook gets.',
      completes: { operationId: 'listWebhooks' },
    },
    {
      name: 'actions',
      value: 'one,two',
      repeats: true,
      description: 'Forwards only these actions, or groups such as `integration.*`. Default: all.',
      completes: [...groups, ...actions],
    },
    { name: 'interval', value: 'time', description: 'How often to look. Default 2s, at least 1s.' },
    { name: 'json', description: 'Prints a JSON object for each attempt, one a line.' },
  ],
  examples: [
    'patchbay webhook listen --forward-to localhost:4000/hooks',
    "patchbay webhook listen --forward-to localhost:4000/hooks --actions 'integration.*'",
    "patchbay webhook listen --forward-to localhost:4000/hooks --webhook 'Alerts of the team'",
  ],
  async run(context, given) {
    const { io } = context;
    const { 'forward-to': to, interval } = given.flags;
    if (typeof to !== 'string') throw usageFailure('Missing: --forward-to.');
    const intervalMs = durationMs('interval', String(interval ?? 2), 1_000);
    const own = valueOf(io.env, 'PATCHBAY_WEBHOOK_SECRET');
    const secret = own ?? newSecret();
    const forward = createForward(io, receiverOf(to), keyOf(secret));
    const filter = await filterOf(context, given);
    const trail = await createCheckedTrail(await context.client(), context.org);
    const say = (line: string): void => void io.stderr.write(`${line}\n`);
    if (own === undefined) say(`Secret: ${secret}`);
    say(`Forwarding what happens in ${context.org} from now on. Ctrl-C ends it.`);
    let [forwarded, failed, others] = [0, 0, 0];
    try {
      await poll(io, { intervalMs, say }, async (options): Promise<undefined> => {
        for await (const entry of trail.read(options)) {
          if (!takes(filter, entry)) {
            others += 1;
            continue;
          }
          const isTaken = await forward(entry, (attempt) =>
            io.stdout.write(`${lineOf(context, entry, attempt)}\n`),
          );
          if (isTaken) forwarded += 1;
          else failed += 1;
        }
      });
    } finally {
      const parts = [
        `Forwarded ${entriesOf(forwarded)}`,
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(others > 0 ? [`${others} not in the filter`] : []),
      ];
      say(`${parts.join(', ')}.`);
    }
  },
};
