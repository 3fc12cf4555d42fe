import type { DescMethod } from '@bufbuild/protobuf';
import type { Code } from '@connectrpc/connect';
import { codeToString } from '@connectrpc/connect/protocol-connect';
import { observe } from '@patchbay/telemetry/metrics';
import { outcomeAttributes } from './method-names.ts';

/** Records the duration of a call, by method and failure code (`ok` if there was none). `startedAt` is of `performance.now`. */
export const observeCall = (method: DescMethod, startedAt: number, code: Code | undefined): void =>
  observe(
    'rpcServerDuration',
    (performance.now() - startedAt) / 1000,
    outcomeAttributes(method, code === undefined ? 'ok' : codeToString(code)),
  );
