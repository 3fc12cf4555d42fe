import { apiVersion } from '../../openapi/info.ts';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { Version } from '../../schemas/infra.ts';

export const getVersion = defineOperation({
  id: 'getVersion',
  group: 'infra',
  method: 'GET',
  path: '/version',
  summary: 'Get the running build',
  description: 'Returns the version of the software, and that of the API.',
  credentials: 'none',
  access: { scope: 'public' },
  answer: {
    status: 200,
    description: 'The build',
    schema: Version,
    example: {
      name: 'patchbay',
      version: '0.1.0',
      apiVersion,
      commit: '4f9d2c1',
      builtAt: '2026-11-15T09:30:00.000Z',
    },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle(_request, { build }) {
    return { ...build, apiVersion };
  },
});
