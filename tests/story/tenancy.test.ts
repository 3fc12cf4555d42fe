import type { TestSmtpServer } from '@patchbay/testing/smtp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiAt, firstBrokenLink, trailOf } from '../api.ts';
import { mailTo, signIn, signUpAndIn, signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';

let platform: Platform;
let smtp: TestSmtpServer;
let api: Api;
let ada: Api;

beforeAll(async () => {
  platform = await sharedPlatform();
  ({ smtp } = platform);
  api = apiAt(platform.address);
  ada = api.withSession(await signUpAndIn(api, smtp, signUp));
});

const slug = 'acme-tenancy';
const signUp = signUpOf(slug);
const acme = `/v1/organizations/${slug}`;
const spring = `${acme}/workspaces/spring`;

interface Invitation {
  readonly id: string;
  readonly role: string;
  readonly status: string;
  readonly expiresAt: string;
}

describe('an agency and its client', () => {
  let client: Api;
  let clientId: string;
  let invitation: Invitation;

  it('an admin creates a workspace, whose slug is taken then', async () => {
    const created = await ada.post(`${acme}/workspaces`, { name: 'Spring', slug: 'spring' });
    expect(created).toMatchObject({ status: 201, body: { slug: 'spring', role: 'admin' } });
    expect((await ada.post(`${acme}/workspaces`, { name: 'Again', slug: 'spring' })).status).toBe(409);
    await ada.post(`${acme}/workspaces`, { name: 'Secret', slug: 'secret' });
  });

  it('an invitation to a workspace sends one mail with a link to a preview, and is pending once', async () => {
    const sent = { email: 'Cleo@Client-Tenancy.example', role: 'member' };
    const { status, body } = await ada.post<Invitation>(`${spring}/invitations`, sent);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        email: 'cleo@client-tenancy.example',
        role: 'guest',
        workspace: { slug: 'spring', role: 'member' },
      },
    });
    invitation = body;
    expect((await ada.post(`${spring}/invitations`, sent)).status).toBe(409);
    const mail = await mailTo(smtp, 'cleo@client-tenancy.example');
    const token = /\/invitations\/([\w-]+)/.exec(mail.text)?.[1];
    expect(mail.html).toContain(token);
    expect((await api.get(`/v1/invitations/${token}`)).body).toMatchObject({
      status: 'pending',
      inviterName: 'Ada',
      inviterEmail: signUp.email,
    });
    const resent = await ada.post<Invitation>(`${spring}/invitations/${body.id}/resend`);
    expect(Date.parse(resent.body.expiresAt) - Date.parse(body.expiresAt)).toBe(48 * 60 * 60 * 1000);
    expect((await mailTo(smtp, 'cleo@client-tenancy.example', 2)).text).toContain(token);
  });

  it('only the invited person accepts an invitation', async () => {
    expect((await ada.post(`/v1/me/invitations/${invitation.id}/accept`)).status).toBe(404);
    const cleo = await signIn(api, smtp, 'cleo@client-tenancy.example');
    [client, clientId] = [api.withSession(cleo.token), cleo.userId];
    const { body } = await client.get<{ invitations: Invitation[] }>('/v1/me/invitations');
    expect(body.invitations).toEqual([expect.objectContaining({ id: invitation.id, status: 'pending' })]);
    const accepted = await client.post(`/v1/me/invitations/${invitation.id}/accept`);
    expect(accepted).toMatchObject({ status: 200, body: { status: 'accepted' } });
    expect((await client.post(`/v1/me/invitations/${invitation.id}/decline`)).status).toBe(409);
  });

  it('a guest does not see workspaces that it is not assigned to', async () => {
    expect((await client.get(acme)).body).toMatchObject({ role: 'guest' });
    const { body } = await client.get<{ workspaces: unknown[] }>(`${acme}/workspaces`);
    expect(body.workspaces).toEqual([expect.objectContaining({ slug: 'spring', role: 'member' })]);
    expect((await client.get(`${acme}/workspaces/secret`)).status).toBe(404);
    expect((await client.get(`${acme}/members`)).status).toBe(403);
    expect((await client.get(`${spring}/members`)).status).toBe(200);
  });

  it('the new name of a person appears in lists of members', async () => {
    expect((await client.patch('/v1/me', { name: 'Cleo C' })).status).toBe(200);
    await platform.runDue();
    const { body } = await ada.get<{ members: { name: string }[] }>(`${spring}/members`);
    expect(body.members.map(({ name }) => name)).toContain('Cleo C');
  });

  it('the last admin cannot leave, and a guest can', async () => {
    const { body } = await ada.get<{ members: { userId: string; email: string }[] }>(`${acme}/members`);
    const self = body.members.find(({ email }) => email === signUp.email)?.userId;
    expect((await ada.delete(`${acme}/members/${self}`)).status).toBe(409);
    expect((await ada.patch(`${acme}/members/${self}`, { role: 'viewer' })).status).toBe(409);
    expect((await client.delete(`${acme}/members/${clientId}`)).status).toBe(204);
    expect((await client.get(acme)).status).toBe(404);
  });

  it('every change of tenancy is in the trail, in one intact chain', async () => {
    const expected = [
      'workspace.created',
      'invitation.created',
      'invitation.resent',
      'invitation.accepted',
      'workspace_member.added',
      'user.updated',
      'member.removed',
    ];
    await platform.runDue();
    const trail = await trailOf(ada, slug);
    expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(expected));
    expect(firstBrokenLink(trail)).toBeUndefined();
  });
});
