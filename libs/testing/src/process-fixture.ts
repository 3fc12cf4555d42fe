/** A program for the test of `process.ts`: ready when it listens, two spans per request, exits with 0 on SIGTERM. */
import { createServer } from 'node:http';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { telemetry } from '@patchbay/telemetry/telemetry';

const { ADMIN_PORT, REFUSE } = process.env;
if (REFUSE !== undefined) {
  process.stderr.write(`refusing: ${REFUSE}\n`);
  process.exit(3);
}

const tracer = tracerOf('fixture');
const server = createServer((_request, response) => {
  const outer = { kind: SpanKind.SERVER, attributes: { answer: 42, exact: true, ratio: 0.5, text: 'yes' } };
  void inSpan(tracer, 'outer', outer, () => inSpan(tracer, 'inner', {}, async () => response.end()));
});
server.listen(Number(ADMIN_PORT), '127.0.0.1', () => process.stdout.write('listening\n'));

process.on('SIGTERM', () => {
  void telemetry.flush().then(() => process.exit(0));
});
