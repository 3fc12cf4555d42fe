import { topicOf } from '@patchbay/events/topics';
import { consumedBy, consumingServices, type ServiceName } from '@patchbay/platform/services';
import { metricTable } from '@patchbay/telemetry/metric-table';

/** A queue of a service that more pods empty sooner, as Prometheus knows it. The outbox is none: one process publishes it. */
export interface Queue {
  /** The value of `keda` that says how much of it is for one pod. */
  readonly value: string;
  readonly metric: string;
  /** A selector of PromQL for the labels of the metric. */
  readonly matchers: string;
}

const mailsOf = (context: ServiceName): Queue => ({
  value: 'mailsPerPod',
  metric: metricTable.mailsWaiting.name,
  matchers: `context="${context}"`,
});

const queues: Readonly<Partial<Record<ServiceName, Queue>>> = {
  identity: mailsOf('identity'),
  organization: mailsOf('organization'),
  integration: {
    value: 'backgroundSecondsPerPod',
    metric: metricTable.backgroundOldest.name,
    matchers: 'queue=~"verifications|renewals|revocations"',
  },
  webhook: {
    value: 'deliverySecondsPerPod',
    metric: metricTable.backgroundOldest.name,
    matchers: 'queue="deliveries"',
  },
};

export const queueOf = (service: ServiceName): Queue | undefined => queues[service];

/** The topics that a service consumes, in the group of its name. */
export const topicsOf = (service: ServiceName): readonly string[] =>
  consumingServices.filter((name) => name === service).flatMap((name) => consumedBy(name).map(topicOf));
