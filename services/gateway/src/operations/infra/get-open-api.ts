import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { OpenApiDocument } from '../../schemas/infra.ts';

export const getOpenApi = defineOperation({
  id: 'getOpenApi',
  group: 'infra',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get the OpenAPI document',
  description: 'Returns this document, which is generated from the schemas that validate requests.',
  credentials: 'none',
  access: { scope: 'public' },
  answer: {
    status: 200,
    description: 'The document',
    schema: OpenApiDocument,
    example: { openapi: '3.1.1' },
    isAsset: true,
  },
  assistant: never('is for programs and browsers'),
  audit: { none: 'a read' },
  async handle(_request, { openApi }) {
    return openApi;
  },
});
