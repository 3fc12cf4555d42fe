/** Judges one body of `bodies.ts` in a process of its own, and tells what it takes. */
import { providers } from '@patchbay/integration/providers';
import { median } from '../report.ts';
import { casesOf, cpuMsOf, parseAlone } from './bodies.ts';

/** What the parent process asks for. */
export interface Asked {
  readonly provider: string;
  readonly api: string;
  readonly path: string;
  readonly body: string;
  readonly rounds: number;
}

export interface Measured {
  /** Of CPU, once the code is compiled. */
  readonly ms: number;
  /** What JSON.parse takes for the same text, or URLSearchParams for a form. */
  readonly parseMs: number;
  /** By which the memory of the process grows when it judges for the first time. */
  readonly mb: number;
}

const warmUps = 5;

/** Bodies of all kinds of values, which compile the code as the bodies of many callers would. */
const isMixture = (name: string): boolean => name.startsWith('mixture') || name.startsWith('many ');

const maxMb = (): number => process.resourceUsage().maxRSS / 1_024;

function repeat(work: () => void, rounds: number): number {
  for (let run = 0; run < warmUps; run += 1) work();
  return median(Array.from({ length: rounds }, () => cpuMsOf(work)));
}

function warmUp(provider: (typeof providers)[number]): void {
  for (const { body, run } of casesOf(provider))
    if (isMixture(body.name)) for (let times = 0; times < warmUps; times += 1) run();
}

function measured(asked: Asked): Measured {
  for (const provider of providers.filter((each) => each.provider === asked.provider))
    for (const { api, path, body, run } of casesOf(provider))
      if (api.name === asked.api && path === asked.path && body.name === asked.body) {
        const before = maxMb();
        run();
        const mb = maxMb() - before;
        warmUp(provider);
        return {
          mb,
          ms: repeat(run, asked.rounds),
          parseMs: repeat(parseAlone(body), asked.rounds),
        };
      }
  throw new Error(`no body ${asked.body}`);
}

process.on('message', (asked: Asked) => process.send?.(measured(asked)));
process.on('disconnect', () => process.exit());
