/** Upper bounds. The report marks a missed one, but the bench does not fail: a busy machine misses them too. */
export const aims = {
  /** `GET /v1/me` in CPU per request, as a multiple of bare Express. */
  meRatio: 6,
  /** From spawning `make start` to the first 200 of `/health`. */
  healthySeconds: 5,
  /** Resident memory of the platform in one process, and of each service process. */
  embeddedMb: 400,
  serviceMb: 150,
  /** A page of a long trail, as a multiple of the same page of one with 1,000 entries, in CPU of audit and Postgres. */
  pageRatio: 2,
  /** Verifying 50,000 entries, in CPU of audit and Postgres. */
  verificationSeconds: 2,
};
