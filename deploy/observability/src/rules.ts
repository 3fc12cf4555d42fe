import { burningAlerts } from './alerts/burning.ts';
import { callerAlerts } from './alerts/callers.ts';
import { eventAlerts } from './alerts/events.ts';
import { processAlerts } from './alerts/processes.ts';
import { providerAlerts } from './alerts/providers.ts';
import { recordings } from './recordings.ts';
import type { Alert, Group, Recording } from './rule.ts';

export const alertGroups: readonly Group<Alert>[] = [
  burningAlerts,
  processAlerts,
  eventAlerts,
  providerAlerts,
  callerAlerts,
];

export const recordingGroups: readonly Group<Recording>[] = recordings;
