import type { Json } from './schemas.ts';

/** Header parameter of every operation that creates something. */
export const idempotencyKeyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to send a request again, whatever became of the first answer: the same key with the same body within 24 hours gets the first answer again and creates nothing. With another body, or while the first request is still running, it is a conflict. Where nothing was created the key is free again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '5d0c2f9e-6f0b-4a53-8f0a-0d0f6f1a7c11',
};
