import type { Description, FuzzedOperation } from './document.ts';
import type { FuzzCase } from './fuzz-case.ts';
import type { RawAnswer } from './http-request.ts';

/**
 * Fields whose values can match the document and be refused with a 400 all the same, by operation, with the reason. `*`: every
 * field of the body.
 */
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  requestSignInLink: { callbackURL: 'must be on a trusted origin' },
  startProviderSignIn: { callbackURL: 'must be on a trusted origin' },
  createPasskey: { credential: 'must be made with options that the API gave out' },
  createApiKey: { workspaceSlug: 'must be a workspace that the caller can see' },
  deleteMe: { confirm: 'must be the address of the account' },
  deleteOrganization: { confirm: 'must be the slug of the organization' },
  addWorkspaceMember: { userId: 'must be a member of the organization' },
  listOrganizationIntegrations: { provider: 'must be known', cursor: 'must be one that the API gave out' },
  listIntegrations: { provider: 'must be known' },
  createIntegration: { provider: 'must be known', settings: 'the provider decides which there are' },
  updateIntegration: { settings: 'the provider decides which there are' },
  connectIntegration: { '*': 'the provider decides which there are' },
  startConnectOauth: { '*': 'the provider decides which there are' },
  submitConnectCredentials: { '*': 'the provider decides which there are' },
  listConnectAccounts: { cursor: 'must be one that the API gave out' },
  setConnectAccounts: {
    '': 'has one of its fields',
    accountIds: 'must be accounts that the provider lists',
    all: 'must be true',
  },
  listIntegrationAccounts: { cursor: 'must be one that the API gave out' },
  createGrant: {
    apiKeyId: 'must be a key that reaches the workspace',
    accounts: 'must be given where no setting names an account',
  },
  createWebhook: {
    url: 'must not lead to a private address',
    workspaceSlug: 'must be a workspace of the organization',
  },
  updateWebhook: {
    url: 'must not lead to a private address',
    workspaceSlug: 'must be a workspace of the organization',
  },
  listDeliveries: { cursor: 'must be one that the API gave out' },
  listWorkspaceActivity: { cursor: 'must be one that the API gave out' },
  listRelayedRequests: { cursor: 'must be one that the API gave out' },
  listUses: { from: 'must not be after `to`' },
  listAuditLogs: { cursor: 'must be one that the API gave out', from: 'must not be after `to`' },
  exportAuditLogs: { from: 'must not be after `to`' },
  verifyAuditLogs: { afterSequence: 'must not be after the end of the trail' },
};

/** Operations that answer outcomes with a 400 that names no field, as RFC 8628 asks for. */
const withoutFields = new Set(['pollDeviceAuthorization']);

/** The operations that may refuse a valid request with a 400. */
export const operationsThatRefuseValid: readonly string[] = [...Object.keys(reasons), ...withoutFields];

interface Refused {
  readonly errors?: readonly { readonly path: string }[];
}

/** Whether a valid request may get this 400. */
export function refusesValid(operationId: string, { errors = [] }: Refused): boolean {
  if (withoutFields.has(operationId) && errors.length === 0) return true;
  const fields = reasons[operationId] ?? {};
  return (
    errors.length > 0 &&
    errors.every(({ path }) => Object.hasOwn(fields, '*') || Object.hasOwn(fields, path.split('.')[0] ?? ''))
  );
}

interface Judged {
  readonly operation: FuzzedOperation;
  readonly fuzzCase: FuzzCase;
  readonly answer: RawAnswer;
}

/** Operations that can end the session of their caller: with the account, signing out, and the fifth wrong code of a device. */
const endsSessions = new Set(['deleteMe', 'signOut', 'getDeviceAuthorization', 'decideDeviceAuthorization']);

/** Operations of which a service checks an address, after it has looked for the thing and the role of the caller. */
const checksLate = new Set(['createIntegration', 'updateIntegration', 'createWebhook', 'updateWebhook']);

type Finding = string | undefined;

const mediaTypeOf = ({ headers }: RawAnswer): string => headers['content-type']?.split(';')[0] ?? 'none';
const isSuccess = ({ status }: RawAnswer): boolean => status >= 200 && status < 300;
const isHead = ({ request }: FuzzCase): boolean => request.method === 'HEAD';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether an operation takes the credential of the caller. */
const isAccepted = ({ accepts }: FuzzedOperation, { caller }: FuzzCase): boolean =>
  accepts.length === 0 || accepts.some((name) => name === caller.credential);

function statusFinding({ operation, fuzzCase, answer }: Judged): Finding {
  if (answer.status >= 500) return 'is a failure of the server';
  if (!fuzzCase.isElsewhere && !operation.responses.has(answer.status))
    return 'has a status that is not documented';
  return undefined;
}

function credentialFinding({ operation, fuzzCase, answer }: Judged): Finding {
  if (!fuzzCase.isValid || isAccepted(operation, fuzzCase)) return undefined;
  return answer.status === 401 ? undefined : 'should be 401: the operation does not accept this credential';
}

function refusalFinding({ operation, fuzzCase, answer }: Judged): Finding {
  const { refusedWith } = fuzzCase;
  if (refusedWith === undefined) return undefined;
  if (isSuccess(answer)) return 'accepts what the document forbids';
  // Keys of a level that the operation does not take are a 401 as well.
  const isCertain = isAccepted(operation, fuzzCase) && fuzzCase.caller.credential !== 'apiKey';
  const early = isCertain && !endsSessions.has(operation.id) ? [] : [401];
  const before = checksLate.has(operation.id) ? [403, 404] : [];
  const expected = [...refusedWith, ...early, ...before];
  return expected.includes(answer.status) ? undefined : `should be ${expected.join(' or ')}`;
}

function validFinding({ operation, fuzzCase, answer }: Judged): Finding {
  if (!fuzzCase.isValid || answer.status !== 400) return undefined;
  const problem = parsed(answer.text) as Parameters<typeof refusesValid>[1];
  return refusesValid(operation.id, problem) ? undefined : 'refuses what the document allows';
}

function problemFinding({ answer, fuzzCase }: Judged, { resolve, validatorOf }: Description): Finding {
  if (answer.status < 400 || isHead(fuzzCase)) return undefined;
  if (mediaTypeOf(answer) !== 'application/problem+json')
    return 'is a failure that is not application/problem+json';
  const isProblem = validatorOf(resolve('#/components/schemas/Problem'));
  const problem = parsed(answer.text);
  if (!isProblem(problem)) return `is no Problem: ${JSON.stringify(isProblem.errors)}`;
  return (problem as { status: number }).status === answer.status
    ? undefined
    : 'is a Problem of another status';
}

function bodyFinding({ operation, answer, fuzzCase }: Judged, { validatorOf }: Description): Finding {
  if (!isSuccess(answer) || isHead(fuzzCase) || fuzzCase.isElsewhere) return undefined;
  const content = operation.responses.get(answer.status)?.content;
  if (content === undefined) return answer.text === '' ? undefined : 'has a body that is not documented';
  const described = content[mediaTypeOf(answer)];
  if (described === undefined) return 'has a content type that is not documented';
  const lineSchema = described['x-patchbay-line-schema'];
  const matches = validatorOf(lineSchema === undefined ? described.schema : { $ref: lineSchema });
  const values = lineSchema ? answer.text.split('\n').filter((line) => line !== '') : [answer.text];
  for (const value of values) {
    if (!matches(parsed(value))) return `does not match its schema: ${JSON.stringify(matches.errors)}`;
  }
  return undefined;
}

function headerFinding({ answer }: Judged): Finding {
  const { headers, status } = answer;
  if (!headers['x-request-id']) return 'has no x-request-id';
  if (headers['x-content-type-options'] !== 'nosniff') return 'has no nosniff';
  if (!headers['cache-control']) return 'has no cache-control';
  if (status === 405 && !headers['allow']) return 'has no allow';
  if (status === 401 && !headers['www-authenticate']) return 'has no www-authenticate';
  if (status === 302 && !headers['location']) return 'has no location';
  return undefined;
}

/** Everything that is wrong with an answer, by the document. */
export const findingsOf = (judged: Judged, description: Description): readonly string[] =>
  [
    statusFinding(judged),
    credentialFinding(judged),
    refusalFinding(judged),
    validFinding(judged),
    problemFinding(judged, description),
    bodyFinding(judged, description),
    headerFinding(judged),
  ].filter((finding) => finding !== undefined);
