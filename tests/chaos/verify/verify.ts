import { checkAnswers, checkLeftOver } from './answers.ts';
import { checkChains } from './chains.ts';
import { checkCreations } from './creations.ts';
import type { Checked, Evidence } from './evidence.ts';
import { checkForeign } from './foreign.ts';
import { checkMails } from './mails.ts';
import { checkOrganizationEffects, checkOthers } from './organization-effects.ts';
import { checkPersonEffects } from './person-effects.ts';
import { recordedIn } from './recorded.ts';
import { checkState } from './state.ts';

/** Holds what clients were told against what the platform shows. Pure. */
export function verify(evidence: Evidence): Checked[] {
  const recorded = recordedIn(evidence);
  return [
    checkOrganizationEffects(evidence, recorded),
    checkPersonEffects(evidence, recorded),
    checkOthers(evidence, recorded),
    checkForeign(evidence, recorded),
    checkChains(evidence),
    checkCreations(evidence, recorded),
    checkState(evidence, recorded),
    checkMails(evidence),
    checkAnswers(evidence),
    checkLeftOver(evidence),
  ];
}
