import { describe, expect, it } from 'vitest';
import type { Schemas } from '../../api/answer.ts';
import {
  arrive,
  askedBy,
  askedIn,
  connectedIn,
  endChoice,
  rememberAsked,
  rememberAway,
  rememberConnected,
} from './flow.ts';

const asked = {
  provider: 'google_ads',
  providerName: 'Google Ads',
  integrationName: 'Search',
  organizationName: 'Nordlicht',
  organizationDomain: 'nordlicht.example',
  workspaceName: 'North',
  requestedBy: { name: 'Ada', email: 'ada@nordlicht.example' },
  again: false,
} as const;

function newTab() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    text: () => [...stored.values()].join(),
  };
}
const at = (outcome: string, hash = '') => ({ search: `?outcome=${outcome}`, hash });

describe('what a tab remembers of a flow', () => {
  it('a tab remembers what its own link asked for, and nothing of another link', () => {
    const tab = newTab();
    rememberAsked(tab, 'token', asked);
    expect(askedBy(tab, 'token')).toEqual(asked);
    expect(askedBy(tab, 'other')).toBeUndefined();
    expect(askedBy(newTab(), 'token')).toBeUndefined();
  });

  it('an active integration counts as connected again', () => {
    const page = {
      ...asked,
      category: 'wg',
      authMethod: 'oauth',
      connectFields: [],
      documentationUrl: 'https://docs.example',
      expiresAt: '2026-11-22T09:30:00.000Z',
      access: 'read',
      returnUrl: null,
      integrationId: '0197a0c4-7d7e-7f0e-9b36-d5ce2e8f6a21',
      connectedAt: null,
    } satisfies Omit<Schemas['ConnectPage'], 'status'> & { again: boolean };
    expect(askedIn({ ...page, status: 'active' })).toEqual({ ...asked, again: true });
    expect(askedIn({ ...page, status: 'error' })).toEqual(asked);
  });

  it('a tab takes the texts of an outcome address once after a consent, and keeps them for a reload', () => {
    const tab = newTab();
    rememberAway(tab, 'token', asked);
    const shown = { result: { outcome: 'connected', account: 'Shop' }, asked };
    expect(arrive(tab, at('connected', '#account=Shop'))).toEqual(shown);
    expect(arrive(tab, at('connected'))).toEqual(shown);
    expect(arrive(tab, at('connected', '#account=Evil'))).toEqual(shown);
    expect(connectedIn(tab)).toBe(true);
    expect(tab.text()).not.toContain('token');
  });

  it('a tab keeps the choice of an account until it ends, and then what was chosen', () => {
    const tab = newTab();
    rememberAway(tab, 'token', asked);
    const result = { outcome: 'connected', account: 'Shop', choice: 'sealed' };
    expect(arrive(tab, at('connected', '#account=Shop&choice=sealed'))).toEqual({ result, asked });
    expect(arrive(tab, at('connected'))).toEqual({ result, asked });
    endChoice(tab, { account: 'Maps' });
    expect(arrive(tab, at('connected'))).toEqual({
      result: { outcome: 'connected', account: 'Maps' },
      asked,
    });
    expect(tab.text()).not.toContain('sealed');
    endChoice(newTab(), { unchosen: 'later' });
  });

  it('a tab that was not sent to a consent page takes no choice', () => {
    const tab = newTab();
    rememberAsked(tab, 'token', asked);
    expect(arrive(tab, at('connected', '#choice=evil'))).toBeUndefined();
  });

  it('a tab that was not sent to a consent page believes no outcome address', () => {
    expect(arrive(newTab(), at('failed', '#reason=Evil'))).toBeUndefined();
    const tab = newTab();
    rememberAsked(tab, 'token', asked);
    expect(arrive(tab, at('failed', '#reason=Evil'))).toBeUndefined();
    expect(arrive(tab, at('connected', '#account=Evil'))).toBeUndefined();
    expect(connectedIn(tab)).toBe(false);
  });

  it('a tab that went back from a consent page and forward to it again believes its outcome', () => {
    const tab = newTab();
    rememberAway(tab, 'token', asked);
    rememberAsked(tab, 'token', asked);
    expect(arrive(tab, at('connected', '#account=Shop'))?.result.account).toBe('Shop');
    rememberAway(tab, 'token', asked);
    rememberAsked(tab, 'other', asked);
    expect(arrive(tab, at('connected'))).toBeUndefined();
  });

  it('a tab keeps the link after a failure, and shows that failure whatever the address says', () => {
    const tab = newTab();
    rememberAway(tab, 'token', asked);
    const shown = { result: { outcome: 'retry', reason: 'Later.' }, asked };
    expect(arrive(tab, at('retry', '#reason=Later.'))).toEqual(shown);
    expect(askedBy(tab, 'token')).toEqual(asked);
    expect(arrive(tab, at('connected'))).toEqual(shown);
  });

  it('a repeated consent of a used link shows the success again', () => {
    const tab = newTab();
    rememberConnected(tab, asked, { account: 'Shop', returnUrl: 'https://a.example' });
    const result = { outcome: 'connected', account: 'Shop', returnUrl: 'https://a.example' };
    expect(arrive(tab, at('used'))).toEqual({ result, asked });
  });
});
