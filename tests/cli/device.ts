import { expect } from 'vitest';
import type { Api } from '../api.ts';
import type { Terminal } from './terminal.ts';

const userCode = /\b[A-Z\d]{4}-[A-Z\d]{4}\b/;

/** Has a person decide about the device whose code a terminal shows. */
export async function decide(terminal: Terminal, person: Api, decision: 'approve' | 'deny'): Promise<string> {
  await terminal.shows(userCode);
  const code = userCode.exec(terminal.text)?.[0] ?? '';
  const { status } = await person.post('/v1/auth/device/decide', { userCode: code, decision });
  expect(status).toBe(204);
  return code;
}
