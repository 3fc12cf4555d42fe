import type { Json } from './schemas.ts';

/** Header parameter of every operation that creates something. */
export const idempotencyKeyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  // Without an example: `/docs` would send it with every try, and the second one with another body would be a conflict.
  description:
    'A new value for each creation, for instance a UUID. Makes it safe to send a request again, whatever became of the first answer: the same key with the same body within 24 hours gets the first answer again and creates nothing. With another body, or while the first request is still running, it is a conflict. Where nothing was created the key is free again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};
