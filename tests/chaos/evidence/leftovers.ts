import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningStack } from '@patchbay/local/stack/stack';
import { publishingServices, serviceNames } from '@patchbay/platform/services';

/** How many dead letters the logs of the services tell of; a counter of a process would begin anew with each restart. */
export async function countDeadLetters(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.join('\n').split('was published as a dead letter').length - 1;
}

/** The age of the oldest event that the relay of a service has not published; 0 where there is none. */
const outboxMetric = /^(patchbay_outbox_oldest\S*) (\S+)$/gm;

/** Only a relay that leads tells the age above. */
const leadingMetric = /^patchbay_relay_leading\S* 1$/m;

/** The metrics that are not 0 while there is work left over. */
export async function readLeftOver({ ports }: RunningStack): Promise<Map<string, number>> {
  const leftOver = new Map<string, number>();
  for (const name of serviceNames) {
    const response = await fetch(`http://127.0.0.1:${ports.services[name].admin}/metrics`, {
      signal: AbortSignal.timeout(5_000),
    });
    const text = await response.text();
    for (const [, metric, value] of text.matchAll(outboxMetric))
      leftOver.set(`${metric} of ${name}`, Number(value));
    if (publishingServices.some((publishing) => publishing === name))
      leftOver.set(`the number of relays of ${name} that do not lead`, leadingMetric.test(text) ? 0 : 1);
  }
  return leftOver;
}
