import type { EventCall } from '@patchbay/events/envelope';

/** The actor of everything that happens without a request. */
export const systemCall: EventCall = {
  caller: { type: 'system' },
  requestId: '',
  ipAddress: null,
  userAgent: null,
};
