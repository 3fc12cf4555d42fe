/** What we want to stay below. A missed one is told and fails nothing: a busy machine misses them too. */
export const aims = {
  /** `GET /v1/me` in CPU per request, as a multiple of bare Express. */
  meRatio: 6,
  /** From `make start` to the first healthy answer. */
  healthySeconds: 5,
  embeddedMb: 400,
  serviceMb: 150,
};
