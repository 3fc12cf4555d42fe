import { setTimeout as sleep } from 'node:timers/promises';
import { checkDeletions } from './check-deletions.ts';
import { checkDeliveries } from './check-deliveries.ts';
import {
  checkAnswers,
  checkContradictions,
  checkCreations,
  checkEnough,
  checkLeftOver,
  checkMails,
  checkProcesses,
  checkRecovery,
  checkState,
} from './check-rest.ts';
import {
  checkChains,
  checkForeign,
  checkOrganizationEffects,
  checkOtherOutcomes,
  checkPersonEffects,
  checkRelayed,
  checkTimes,
} from './check-trails.ts';
import { type Checked, type Evidence, recordedIn } from './evidence.ts';

/** Holds what clients were told against what the platform shows. Pure. */
export function verify(evidence: Evidence): Checked[] {
  const recorded = recordedIn(evidence);
  return [
    checkOrganizationEffects(evidence, recorded),
    checkPersonEffects(evidence, recorded),
    checkRelayed(evidence, recorded),
    checkTimes(evidence, recorded),
    checkOtherOutcomes(evidence, recorded),
    checkForeign(evidence, recorded),
    checkChains(evidence),
    checkCreations(evidence, recorded),
    checkState(evidence, recorded),
    checkMails(evidence),
    checkDeliveries(evidence),
    checkDeletions(evidence, recorded),
    checkAnswers(evidence),
    checkContradictions(evidence),
    checkLeftOver(evidence),
    checkRecovery(evidence),
    checkProcesses(evidence),
    checkEnough(evidence, recorded),
  ];
}

/** A mail or a delivery that a killed worker had claimed is sent after two minutes at most, when its claim has expired. */
const awaitedMs = 150_000;
/** Everything else is done within seconds: findings that have not changed for this long stay. */
const unchangedMs = 25_000;

/** Between two readings, each of which reads everything; longer where nothing is missing but what may be claimed. */
const [pauseMs, claimedPauseMs] = [5_000, 8_000];

/** Reads back and verifies until nothing is wrong, or what is wrong stays so: some of it may be under way at first. */
export async function finalVerdict(
  collect: () => Promise<Evidence>,
  { log, signal }: { log: (line: string) => void; signal: AbortSignal },
): Promise<Checked[]> {
  const begunAt = Date.now();
  let [changedAt, before] = [begunAt, ''];
  for (;;) {
    const checks = verify(await collect());
    const findings = checks.flatMap((check) => check.findings);
    if (findings.length === 0) return checks;
    const texts = findings.map(({ text }) => text).join('\n');
    if (texts !== before) [changedAt, before] = [Date.now(), texts];
    const waits = checks.some(({ isAwaited }) => isAwaited) && Date.now() - begunAt < awaitedMs;
    if (!waits && Date.now() - changedAt > unchangedMs) return checks;
    log(`${findings.length} findings; reading again, because some may be under way`);
    const isClaimed = checks.every(({ findings: { length }, isAwaited }) => length === 0 || isAwaited);
    await sleep(isClaimed ? claimedPauseMs : pauseMs, undefined, { signal });
  }
}
