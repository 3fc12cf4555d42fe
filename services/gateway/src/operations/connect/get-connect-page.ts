import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentConnectPage } from '../../present/connect.ts';
import {
  ConnectPage,
  connectPageExample,
  connectParams,
  connectParamsExample,
} from '../../schemas/connect.ts';
import { connectLimits } from './limits.ts';

export const getConnectPage = defineOperation({
  id: 'getConnectPage',
  group: 'connect',
  method: 'GET',
  path: '/v1/connect/{token}',
  summary: 'Read what a connect link is for',
  description:
    'Returns what the page of a connect link shows: who asks for access, to what, and which fields the client fills in. A link that is unknown, used, revoked or replaced is a 404, an expired one a 401.',
  credentials: 'none',
  access: { scope: 'public' },
  limits: connectLimits,
  params: connectParams,
  malformedParams: 'invalid',
  examples: { params: connectParamsExample },
  answer: {
    status: 200,
    description: 'What the page shows',
    schema: ConnectPage,
    example: connectPageExample,
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'a read' },
  problems: ['unauthenticated', 'conflict'],
  async handle({ params, callOptions }, { connect }) {
    return presentConnectPage(await connect.getConnectPage(params, callOptions));
  },
});
