import { Failure } from '@patchbay/errors/failure';
import { byName } from '@patchbay/platform/by-name';
import { calledBy } from '@patchbay/platform/services';
import type { z } from 'zod';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { Health } from '../../schemas/infra.ts';

const healthy: z.input<typeof Health> = {
  status: 'ok',
  services: byName(calledBy('gateway'), () => 'ok'),
};

export const getHealth = defineOperation({
  id: 'getHealth',
  group: 'infra',
  method: 'GET',
  path: '/health',
  summary: 'Check whether the API works',
  description:
    'Asks every service behind the API, within a second. If one is not ready, the response is a 503 that names it.',
  credentials: 'none',
  access: { scope: 'public' },
  answer: {
    status: 200,
    description: 'Everything works',
    schema: Health,
    example: healthy,
  },
  assistant: reads,
  audit: { none: 'a read' },
  problems: ['unavailable'],
  async handle(_request, { notReady }) {
    const missing = await notReady();
    if (missing.length > 0) throw new Failure('unavailable', `Not ready: ${missing.join(', ')}.`);
    return healthy;
  },
});
