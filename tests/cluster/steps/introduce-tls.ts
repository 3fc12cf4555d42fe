import type { ServiceName } from '@patchbay/platform/services';
import { type Run, seconds } from '../run.ts';
import type { Told } from '../story/tell-story.ts';
import { callingServices, rpcTlsSecretOf } from '../values.ts';
import { tell, underTraffic } from './under-traffic.ts';

/** The steps of docs/operations.md from plain calls to TLS between services, and back. */
const toTls = ['sent', 'accepted', 'refused'];
const back = ['accepted', 'sent', 'only'];

const tlsSettings = (service: ServiceName, plainCalls: string, prefix = ''): string =>
  plainCalls === 'only'
    ? `--set=${prefix}rpcTls=false`
    : `--set=${prefix}rpcTls.existingSecret=${rpcTlsSecretOf(service)},${prefix}rpcTls.plainCalls=${plainCalls}`;

/** Under traffic, service by service. */
export async function introduceTls(run: Run, told: Told): Promise<void> {
  for (const plainCalls of toTls) {
    const begun = performance.now();
    const outcome = await underTraffic(run, told, `Plain calls ${plainCalls}`, async () => {
      for (const service of callingServices)
        await run.releases.deploy(service, run.images.tag, tlsSettings(service, plainCalls));
    });
    run.log(`  plain calls ${plainCalls}: all services in ${seconds(begun)}; ${tell(outcome)}`);
  }
}

/** Under traffic, all services at once, and back. */
export async function introduceTlsAtOnce(run: Run, told: Told): Promise<void> {
  for (const [step, plainCalls] of [...toTls, ...back].entries()) {
    const begun = performance.now();
    const settings = callingServices.map((service) => tlsSettings(service, plainCalls, `${service}.`));
    const outcome = await underTraffic(run, told, `TLS step ${step}`, () =>
      run.releases.deployPlatform(...settings),
    );
    run.log(`  plain calls ${plainCalls}: the platform in ${seconds(begun)}; ${tell(outcome)}`);
  }
}
