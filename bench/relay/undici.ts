/** The baseline of relayed requests: sends what the parent process asks for with undici alone, and answers with its CPU time. */
import { Pool } from 'undici';

/** What the parent process asks for. */
export interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: number;
  readonly connections: number;
}

async function send({ url, headers, requests, connections }: Asked): Promise<number> {
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections });
  const before = process.cpuUsage();
  let left = requests;
  const run = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      if (statusCode !== 200) throw new Error(`${url} was answered with ${statusCode}`);
      await body.json();
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  const { user, system } = process.cpuUsage(before);
  await pool.close();
  return (user + system) / 1_000;
}

process.on('message', (asked: Asked) => void send(asked).then((cpuMs) => process.send?.(cpuMs)));
process.on('disconnect', () => process.exit());
