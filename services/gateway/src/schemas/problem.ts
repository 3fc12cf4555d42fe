import { z } from 'zod';

export const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().meta({ description: 'What kind of failure it is; the same for each status.' }),
    status: z.int().min(400).max(599).meta({ description: 'The status of the answer.' }),
    detail: z.string().optional().meta({ description: 'What went wrong, in words for people.' }),
    instance: z.string().meta({ description: "The request's path." }),
    requestId: z
      .string()
      .optional()
      .meta({ description: 'The `x-request-id` of the answer, which finds the request in logs and traces.' }),
    errors: z
      .array(
        z
          .object({
            path: z.string().meta({
              description:
                'The field of the body, in dots (`settings.loginCustomerId`), or the name of the parameter or header; empty for the whole body.',
            }),
            message: z.string().meta({ description: 'What is wrong; reads on from the name of the field.' }),
          })
          .meta({ id: 'FieldProblem', description: 'One thing that is wrong with a request.' }),
      )
      .optional()
      .meta({ description: 'Validation failures only: every field that is wrong.' }),
  })
  .meta({ id: 'Problem', description: 'Why a request failed (RFC 9457).' });
