import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';

export const getOpenApi = defineOperation({
  id: 'getOpenApi',
  group: 'infra',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Describe the API',
  description: 'The OpenAPI 3.1 document, generated from the very schemas that validate requests.',
  credentials: 'none',
  access: { scope: 'public' },
  answer: {
    status: 200,
    description: 'The document',
    schema: z.looseObject({ openapi: z.string() }),
    example: { openapi: '3.1.1' },
  },
  audit: { none: 'a read' },
  async handle(_request, { openApi }) {
    return openApi;
  },
});
