import { accountNames } from '@patchbay/client';
import { operationOf } from '../catalogue/lists.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes, Failure, usageFailure } from '../failure.ts';
import { durationMs, poll } from '../terminal/poll.ts';
import { canRedraw, withoutCursor } from '../terminal/progress.ts';
import { cleanJson, cleanLine } from '../text/clean.ts';
import { localTime } from '../text/formats.ts';
import { cut } from '../text/table.ts';
import { findIntegration, scopeOf } from './find-integration.ts';
import { type Change, changesBetween, type Watched } from './integration-changes.ts';
import { tableOf } from './integration-table.ts';

const statuses =
  operationOf('listIntegrations').queryParameters.find(({ name }) => name === 'status')?.options ?? [];

/** Receives each read of the integrations, and a note for the person. */
interface View {
  readonly show: (integrations: readonly Watched[], changes: readonly Change[]) => void;
  readonly say: (line: string) => void;
}

/** A line for each change: JSON, or values separated by tabs. */
function linesView({ io, flags }: Context): View {
  return {
    show(_integrations, changes) {
      for (const change of changes) {
        const { at, name, provider, status, statusDetail, lastError } = change;
        const shown = change.change === 'removed' ? 'removed' : status;
        const detail = statusDetail ?? lastError ?? accountNames(change).join(', ');
        const texts = [at, change.id, name, provider, shown, detail].map(cleanLine);
        io.stdout.write(
          `${flags.json === undefined ? texts.join('\t') : cleanJson(JSON.stringify(change))}\n`,
        );
      }
    },
    say: (line) => void io.stderr.write(`${line}\n`),
  };
}

/** A table that is redrawn in place. */
function tableView(context: Context, intervalMs: number): View {
  const { io } = context;
  const { stdout } = io;
  const last = new Map<string, Change>();
  let [drawn, note, integrations] = [0, '', [] as readonly Watched[]];
  let recent: ReadonlySet<string> = new Set();
  const draw = (): void => {
    const columns = stdout.columns || 80;
    const title = `${context.org}/${context.workspace}, every ${intervalMs / 1_000} s. Ctrl-C ends it.`;
    const lines = [
      cut(title, columns - 1),
      ...(integrations.length === 0
        ? ['There are no integrations.']
        : tableOf(io, integrations, last, recent, { columns, rows: stdout.rows || 24 })),
      cut(note || `Looked at ${localTime(io.clock.now())}.`, columns - 1),
    ];
    const up = drawn === 0 ? '' : `\u001B[${drawn}A\r\u001B[0J`;
    stdout.write(`${up}${lines.join('\n')}\n`);
    drawn = lines.length;
  };
  return {
    show(next, changes) {
      integrations = next;
      recent = new Set(changes.filter(({ change }) => change !== 'found').map(({ id }) => id));
      for (const change of changes) last.set(change.id, change);
      note = '';
      draw();
    },
    say(line) {
      note = line;
      draw();
    },
  };
}

export const integrationWatch: Command = {
  path: ['integration', 'watch'],
  summary: 'Watch the status of integrations as it changes',
  description:
    'In a terminal, a table is drawn again in its place, with the most urgent ones first; what has just changed is marked with *. In a pipe, or with --json, there is a line for each integration, and then one for each change: time, id, name, provider, status and detail.',
  args: [
    {
      name: 'integration',
      description: 'The id or name of one. Default: all of the workspace.',
      isOptional: true,
      completes: { operationId: 'listIntegrations' },
    },
  ],
  flags: [
    { name: 'interval', value: 'time', description: 'How often to look. Default 5s, at least 1s.' },
    {
      name: 'until',
      value: statuses.join('|'),
      description: 'Ends when all that are watched have this status.',
      completes: statuses,
    },
    {
      name: 'timeout',
      value: 'time',
      description: 'Ends with a failure after that time, such as 10m. Default: Ctrl-C ends it.',
    },
    { name: 'json', description: 'Prints a JSON object for each change, one a line.' },
  ],
  examples: [
    'patchbay integration watch',
    'patchbay integration watch Nordlicht --until active --timeout 10m # in a script',
    'patchbay integration watch --json | tee changes.ndjson',
  ],
  async run(context, { args: [wanted], flags: { interval, until, timeout } }) {
    const { io } = context;
    const intervalMs = durationMs('interval', String(interval ?? 5), 1_000);
    const timeoutMs = timeout === undefined ? undefined : durationMs('timeout', String(timeout));
    if (until !== undefined && !statuses.includes(String(until)))
      throw usageFailure(`--until is one of ${statuses.join(', ')}.`);
    const id = wanted === undefined ? undefined : (await findIntegration(context, wanted)).id;
    const client = await context.client();
    const isTable = canRedraw(io, io.stdout) && context.flags.json === undefined;
    const view = isTable ? tableView(context, intervalMs) : linesView(context);
    let before: readonly Watched[] | undefined;
    const watch = (): Promise<true> => {
      const late = (): string => {
        const missing = (before ?? []).filter(({ status }) => status !== until);
        const states = missing.map(({ name, status }) => `${cleanLine(name)} is ${status}`).join(', ');
        return until === undefined || states === '' ? 'The time is up.' : `The time is up: ${states}.`;
      };
      return poll(io, { intervalMs, timeoutMs, late, say: view.say }, async (options) => {
        const { integrations } = await client.listIntegrations(scopeOf(context), options);
        const after = integrations.filter((one) => id === undefined || one.id === id);
        view.show(after, changesBetween(before, after, io.clock.now().toISOString()));
        before = after;
        if (id !== undefined && after.length === 0)
          throw new Failure('The integration was deleted.', exitCodes.notFound);
        return after.length > 0 && after.every(({ status }) => status === until) ? true : undefined;
      });
    };
    await (isTable ? withoutCursor(io.stdout, watch) : watch());
  },
};
