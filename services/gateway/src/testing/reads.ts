import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect';
import { apiKeyCallerFromProto } from '@patchbay/access/proto';
import {
  AuthenticateApiKeyRequestSchema,
  AuthenticateApiKeyResponseSchema,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import {
  type KeyRead,
  KeyReadOutcomeSchema,
  type ReadService,
} from '@patchbay/contracts/patchbay/organization/v1/read_service';
import { toFailure } from '@patchbay/errors/failure';
import { failureToProto } from '@patchbay/errors/proto';
import { callOf, valuesFor } from '@patchbay/rpc/caller';

export type AnyMethod = (request: unknown, context: HandlerContext) => unknown;
/** Stand-ins of all methods of organization, by name. */
type MethodsByName = Readonly<Record<string, AnyMethod>>;

const slugIn = ({ value }: KeyRead['request']): string => {
  if (value === undefined) return '';
  return 'slug' in value ? value.slug : 'organizationSlug' in value ? value.organizationSlug : '';
};

/**
 * The stand-in of `ReadService`: authenticates by the stand-in of `authenticateApiKey`, and runs the stand-in of the read with
 * the key as its caller.
 */
export function readBy(
  authenticate: AnyMethod | undefined,
  methods: MethodsByName,
): ServiceImpl<typeof ReadService> {
  const init = async <Message extends DescMessage>(
    schema: Message,
    method: AnyMethod | undefined,
    request: unknown,
    context: HandlerContext,
  ) => create(schema, (await method?.(request, context)) as MessageInitShape<Message>);

  const outcomeOf = async (
    { key, levels, workspaceSlug, request, requestId }: KeyRead,
    context: HandlerContext,
  ) => {
    const path = { organizationSlug: slugIn(request), workspaceSlug };
    const presented = create(AuthenticateApiKeyRequestSchema, { key, ...path });
    let authentication: MessageInitShape<typeof AuthenticateApiKeyResponseSchema> | undefined;
    try {
      const found = await init(AuthenticateApiKeyResponseSchema, authenticate, presented, context);
      authentication = found;
      if (!levels.includes(found.level)) return { authentication };
      const { values } = valuesFor({ ...callOf(context), caller: apiKeyCallerFromProto(found), requestId });
      const asKey = { values, signal: context.signal, requestHeader: new Headers() } as HandlerContext;
      const field = KeyReadOutcomeSchema.fields.find(({ localName }) => localName === request.case);
      if (field?.message === undefined) throw new Error('a read without a response');
      const value = await init(field.message, methods[field.localName], request.value, asKey);
      return { authentication, response: { case: request.case, value } } as MessageInitShape<
        typeof KeyReadOutcomeSchema
      >;
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (authentication !== undefined) return { authentication, failure: failureToProto(failure) };
      if (failure.code !== 'unauthenticated') throw thrown;
      return { failure: failureToProto(failure) };
    }
  };

  return {
    read: async ({ reads }, context) => ({
      outcomes: await Promise.all(reads.map((read) => outcomeOf(read, context))),
    }),
  };
}
