/** CPU per request of all services together, by the number of connections: as a multiple of the bare chain of one call, and of Better Auth. */
export interface RequestAims {
  readonly chain: Readonly<Record<number, number>>;
  readonly peer?: Readonly<Record<number, number>>;
}

/** Upper bounds. The bench reports a missed aim and still exits with 0: a busy machine misses them too. */
export const aims = {
  /** From starting the command line to its end, as a multiple of Node alone. */
  cliStart: 2.5,
  /** A connect link on a slow phone: until something is painted, and until its heading is. */
  pages: { paintMs: 1_200, headingMs: 2_200 },
  console: { listMs: 1_000, phoneListMs: 2_500, frameRatio: 2 },
  requests: {
    me: { chain: { 2: 1.5, 32: 1 }, peer: { 2: 0.4, 32: 0.12 } },
    organizations: { chain: { 2: 2.4, 32: 2 }, peer: { 2: 0.4, 32: 0.15 } },
    organizationByKey: { chain: { 2: 2.4, 32: 2 }, peer: { 2: 0.4, 32: 0.2 } },
    auditPage: { chain: { 2: 4, 32: 3 } },
  } satisfies Readonly<Record<string, RequestAims>>,
  /** CPU milliseconds a second of all services together while nothing is asked. */
  idleMs: 15,
  /** Resident memory of each service after load, in MB. */
  serviceMb: 200,
  /** From spawning `make start` to the first 200 of `/health`. */
  startSeconds: 5,
  /** At four times the capacity: the 99th percentile of 2xx answers. */
  overloadP99Ms: 1_000,
  /** The delay of a verification by 50,000 due ones of another organization, as a share of the interval between two of them. */
  fairShare: 0.1,
  /** Median of `GET /v1/me` beside 24 of the longest lists of another organization, as a multiple of the median without them. */
  besideLists: 3,
  relay: {
    /** CPU milliseconds of a relayed read over all services, and as a multiple of the same request by undici. */
    cpuMs: 1.2,
    ratio: 4,
    /** Memory of gateway, and of relay, above that before an answer of 1 GB, in MB. */
    streamMb: 48,
    /** Median of a relayed read beside slow readers, or beside a provider that does not answer, as a multiple of the median without them. */
    beside: 2,
    /** CPU milliseconds to judge a body of 4 MiB, whatever is in it. */
    bodyMs: 50,
  },
  /**
   * CPU of a page of a long trail, as a multiple of the same page of a trail with 1,000 entries; of the first page of the list of an
   * organization with 100,000 integrations, as a multiple of that with 100.
   */
  pageRatio: 2,
  /** Median time of a claim among 1,000,000 deliveries that wait, as a multiple of that among 100. */
  claimRatio: 2,
  /** CPU of audit and Postgres to verify 50,000 entries. */
  verificationSeconds: 2,
};
