import { table } from '@patchbay/testing/table';
import { overloadAims } from './aims.ts';
import type { Load, LoadResult } from './overload-messages.ts';
import { verdict } from './verdict.ts';

/** A load that was sent. Memory in MB, by the order of the processes. */
export interface Loaded {
  readonly name: string;
  readonly load: Load;
  readonly result: LoadResult;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const sum = (counts: Readonly<Record<string, number>>, is: (key: string) => boolean = () => true): number =>
  Object.entries(counts).reduce((all, [key, number]) => (is(key) ? all + number : all), 0);

const accepted = ({ result: { answers }, load: { seconds } }: Loaded): number =>
  sum(answers, (status) => status.startsWith('2')) / seconds;

const whole = (figure: number | undefined): string => figure?.toFixed(0) ?? '–';

function rowOf(loaded: Loaded, capacity: number): string[] {
  const { name, load, result } = loaded;
  const { answers, refused } = result;
  const refusals = answers[503] ?? 0;
  const others = sum(answers, (status) => !status.startsWith('2') && status !== '503');
  return [
    name,
    load.perSecond === undefined ? 'closed loop' : whole(load.perSecond),
    whole(accepted(loaded)),
    `${whole((accepted(loaded) / capacity) * 100)} %`,
    whole(sum(answers) / load.seconds),
    whole(refusals),
    whole(others),
    whole(result.late),
    whole(result.unsent),
    whole(sum(result.errors)),
    whole(result.accepted?.p50),
    whole(result.accepted?.p99),
    whole(refused?.p50),
    result.cores.toFixed(2),
  ];
}

const columns = [
  'load',
  'due per s',
  '2xx per s',
  'of capacity',
  'answers per s',
  '503',
  'other',
  'after the end',
  'not sent',
  'errors',
  '2xx p50 ms',
  'p99 ms',
  '503 p50 ms',
  'cores of the generator',
];

function shareVerdict(share: number): string {
  const { share: aim, shareNoise } = overloadAims;
  const isMet = share >= aim - shareNoise;
  return `${isMet ? 'met' : 'MISSED'} (>= ${whole(aim * 100)} %, less ${whole(shareNoise * 100)} % for noise)`;
}

function riseVerdict(before = Number.NaN, after = Number.NaN): string {
  const { share, mb } = overloadAims.rise;
  const isFlat = after - before <= Math.max(before * share, mb);
  return `${isFlat ? 'met' : 'MISSED'} (<= ${whole(share * 100)} % or ${mb} MB more)`;
}

/** The first load is the capacity, the last the overload. */
export function reportOverload(processes: readonly string[], loads: readonly Loaded[]): void {
  const [first, ...further] = loads;
  const last = loads.at(-1);
  if (first === undefined || last === undefined) return;
  const capacity = accepted(first);
  const { path, connections, seconds } = last.load;
  const share = accepted(last) / capacity;
  const p99 = last.result.accepted?.p99 ?? Number.NaN;
  const errors = loads.flatMap(({ name, result }) =>
    Object.entries(result.errors).map(([reason, number]) => `${name}: ${number} x ${reason}`),
  );
  const memory = processes.map((process, index) => [
    process,
    ...further.flatMap(({ before, after }) => [before, after].map((mb) => whole(mb[index]))),
    riseVerdict(last.before[index], last.after[index]),
  ]);
  process.stdout.write(
    `\nGET ${path}, bearer: the capacity (closed loop over ${first.load.connections} connections), then ${seconds} s at fixed rates over at most ${connections}. The load\n` +
      'generator shares the cores with what it measures. 2xx p50 and p99: from sending to the end of the answer; not sent: no connection\n' +
      'was free, because the answers to earlier requests were outstanding; errors: refused and broken connections, no answer\n\n' +
      `${table(
        columns,
        loads.map((loaded) => rowOf(loaded, capacity)),
      )}\n\n` +
      `2xx per second at ${last.name}: ${whole(share * 100)} % of the capacity: ${shareVerdict(share)}\n` +
      `p99 of 2xx at ${last.name}: ${whole(p99)} ms: ${verdict(p99, overloadAims.p99Ms, ' ms')}\n` +
      `Errors: ${errors.length === 0 ? 'none: met' : `${errors.join(', ')}: MISSED (none)`}\n\n` +
      'Resident memory, MB\n\n' +
      `${table(['process', ...further.flatMap(({ name }) => [`before ${name}`, `after ${name}`]), `rise at ${last.name}`], memory)}\n`,
  );
}
