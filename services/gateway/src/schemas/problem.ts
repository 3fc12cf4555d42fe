import { z } from 'zod';

export const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string().meta({ description: "The request's path." }),
    requestId: z.string().optional(),
    errors: z
      .array(
        z.object({
          path: z.string().meta({ description: 'In dots; empty for the whole body.' }),
          message: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'Validation failures only: every field that is wrong.' }),
  })
  .meta({ id: 'Problem', description: 'Why a request failed (RFC 9457).' });
