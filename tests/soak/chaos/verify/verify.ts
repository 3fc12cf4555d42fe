import { checkAnswers, checkContradictions } from './answers.ts';
import { checkChains } from './chains.ts';
import { checkCreations } from './creations.ts';
import { checkEnough } from './enough.ts';
import type { Checked, Evidence } from './evidence.ts';
import { checkForeign } from './foreign.ts';
import { checkLeftOver } from './left-over.ts';
import { checkMails } from './mails.ts';
import { checkOrganizationEffects } from './organization-effects.ts';
import { checkOtherOutcomes } from './other-outcomes.ts';
import { checkPersonEffects } from './person-effects.ts';
import { checkProcesses, checkRecovery } from './processes.ts';
import { recordedIn } from './recorded.ts';
import { checkState } from './state.ts';
import { checkTimes } from './times.ts';

/** Holds what clients were told against what the platform shows. Pure. */
export function verify(evidence: Evidence): Checked[] {
  const recorded = recordedIn(evidence);
  return [
    checkOrganizationEffects(evidence, recorded),
    checkPersonEffects(evidence, recorded),
    checkTimes(evidence, recorded),
    checkOtherOutcomes(evidence, recorded),
    checkForeign(evidence, recorded),
    checkChains(evidence),
    checkCreations(evidence, recorded),
    checkState(evidence, recorded),
    checkMails(evidence),
    checkAnswers(evidence),
    checkContradictions(evidence),
    checkLeftOver(evidence),
    checkRecovery(evidence),
    checkProcesses(evidence),
    checkEnough(evidence, recorded),
  ];
}
