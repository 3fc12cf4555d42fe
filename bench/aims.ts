/** Upper bounds. The report marks a missed one, but the bench does not fail: a busy machine misses them too. */
export const aims = {
  /** From spawning `make start` to the first 200 of `/health`. */
  healthySeconds: 5,
  /** Resident memory after load of the platform in one process, and of each service process. */
  embeddedMb: 400,
  serviceMb: 256,
  /** A page of a long trail, as a multiple of the same page of one with 1,000 entries, in CPU of audit and Postgres. */
  pageRatio: 2,
  /** Verifying 50,000 entries, in CPU of audit and Postgres. */
  verificationSeconds: 2,
};

/** CPU per request of all services as a multiple of bare Express, by the number of connections. */
export type RatioAims = Readonly<Record<number, number>>;

/** Of the five processes; a kind of request that is not here has no aim. */
export const ratioAims = {
  me: { 2: 15, 32: 3 },
  organizations: { 2: 40, 32: 15 },
  organizationByKey: { 2: 25, 32: 10 },
  auditPage: { 2: 50, 32: 25 },
} satisfies Record<string, RatioAims>;

/** Of the gateway at four times its capacity. */
export const overloadAims = {
  /** 2xx per second as a share of the capacity, at least. */
  share: 1,
  /** How much of the share may be missing as noise: both figures are those of a few seconds. */
  shareNoise: 0.05,
  /** Memory of each process after the load, more than before it: a share or MB, whichever is more. */
  rise: { share: 0.2, mb: 32 },
  /** Of 2xx, from sending to the end of the answer. */
  p99Ms: 1_000,
};
