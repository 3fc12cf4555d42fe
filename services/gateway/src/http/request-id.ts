import { v7 as uuidv7 } from 'uuid';

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

/** Keeps an incoming id that is safe in log lines, so that callers can find their requests; replaces any other. */
export const requestIdFrom = (incoming: string | string[] | undefined): string =>
  typeof incoming === 'string' && acceptable.test(incoming) ? incoming : uuidv7();
