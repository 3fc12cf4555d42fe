import type { Principal } from '@patchbay/access/caller';

/** Who called, as uses and relayed requests keep it: of a key, the name is its creator's. */
export const callerColumns = (caller: Principal) =>
  caller.type === 'user'
    ? { callerType: caller.type, callerId: caller.userId, callerName: caller.name, apiKeyPrefix: null }
    : {
        callerType: caller.type,
        callerId: caller.keyId,
        callerName: caller.creator.name,
        apiKeyPrefix: caller.prefix,
      };
