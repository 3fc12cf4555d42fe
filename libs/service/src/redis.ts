import { secret } from '@patchbay/config/secret';
import { flag, parsedBy, url } from '@patchbay/config/variables';
import { internal } from '@patchbay/errors/failure';
import type { RedisOptions } from '@patchbay/limits/redis';
import { parseCertificates } from '@patchbay/tokens/pem';
import type { z } from 'zod';

type Urls = RedisOptions['urls'];

const address = url('redis', 'rediss');

/** The separator between addresses. A comma in a password does not match. */
const separator = /,(?=\s*rediss?:\/\/)/i;

/** The parts that must be equal in all addresses of a cluster: all but host and port. */
const sharedPart = (text: string): string => {
  const { protocol, username, password, pathname } = new URL(text);
  return JSON.stringify([protocol, username, password, pathname]);
};

/** Errors never contain the text, which may have a password. */
function parseRedisUrls(text: string): Urls {
  const urls = text.split(separator).map((each) => each.trim());
  for (const each of urls) {
    const { error } = address.safeParse(each);
    if (error !== undefined) throw internal(error.issues[0]?.message ?? '');
  }
  if (new Set(urls.map(sharedPart)).size > 1)
    throw internal('must be addresses with the same scheme, user and password');
  return urls as unknown as Urls;
}

/** The Redis variables of a process with shared counts. */
export const redisVariables = {
  REDIS_URL: secret(
    parsedBy(parseRedisUrls)
      .optional()
      .describe(
        'Where limits and turns are counted over all processes: `redis://user:password@host:port/0`, with TLS `rediss://`; of a cluster one or more of its nodes, comma-separated; unset: each process counts alone',
      ),
  ),
  REDIS_CLUSTER: flag()
    .optional()
    .describe('`true`: `REDIS_URL` names nodes of a Redis Cluster, the others are found by asking these'),
  REDIS_CA: secret(
    parsedBy(parseCertificates)
      .optional()
      .describe(
        'PEM: the authorities that certificates of `rediss://` are verified against; unset: those that Node trusts',
      ),
  ),
};

export type RedisConfig = z.output<z.ZodObject<typeof redisVariables>>;

/** Undefined: the process counts alone. */
export const redisOf = (config: RedisConfig): RedisOptions | undefined =>
  config.REDIS_URL && {
    urls: config.REDIS_URL,
    cluster: config.REDIS_CLUSTER ?? false,
    ca: config.REDIS_CA,
  };

/** Contradictions between the variables; each by itself is checked by its schema. */
export function redisProblems(environment: Readonly<Record<string, string | undefined>>): string[] {
  const text = environment['REDIS_URL'];
  const isCluster = environment['REDIS_CLUSTER'] === 'true';
  const hasCa = Boolean(environment['REDIS_CA']);
  const unused = [...(isCluster ? ['REDIS_CLUSTER'] : []), ...(hasCa ? ['REDIS_CA'] : [])];
  if (!text) return unused.map((name) => `${name} has no effect without REDIS_URL`);
  const { data: urls } = redisVariables.REDIS_URL.safeParse(text);
  const first = urls?.[0];
  if (urls === undefined || first === undefined) return [];
  const { protocol, pathname } = new URL(first);
  return [
    ...(urls.length > 1 && !isCluster ? ['REDIS_URL has several addresses: REDIS_CLUSTER must be true'] : []),
    ...(isCluster && !['', '/', '/0'].includes(pathname)
      ? ['REDIS_URL must name database 0, the only one of a cluster']
      : []),
    ...(hasCa && protocol !== 'rediss:' ? ['REDIS_CA has no effect where REDIS_URL is not rediss://'] : []),
  ];
}
