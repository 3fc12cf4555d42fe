import { v7 as uuidv7 } from 'uuid';

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

/** An incoming id that is fit for logs is kept, so that a caller finds its own request; anything else is replaced. */
export const requestIdFrom = (incoming: string | string[] | undefined): string =>
  typeof incoming === 'string' && acceptable.test(incoming) ? incoming : uuidv7();
