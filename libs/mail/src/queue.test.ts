import { createSealer } from '@patchbay/sealing/sealer';
import { describe, expect, it } from 'vitest';
import { openContent, sealContent } from './queue.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const sealer = createSealer([{ id: '2026', key }]);
const id = '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01';
const recipient = 'ada@acme.example';
const content = { subject: 'Sign in to Patchbay', text: 'Grüße', html: '<p>Grüße</p>' };

describe('the content of a mail', () => {
  it('the content of a mail opens only for the mail and recipient that it was sealed for', () => {
    const sealed = sealContent(sealer, id, recipient, content);
    expect(openContent(sealer, id, recipient, sealed)).toEqual(content);
    expect(() => openContent(sealer, 'another', recipient, sealed)).toThrow('sealed for another record');
    expect(() => openContent(sealer, id, 'eve@acme.example', sealed)).toThrow('sealed for another record');
  });

  it('the sealed content holds subject, text and HTML only', () => {
    const mail = { ...content, to: recipient };
    expect(openContent(sealer, id, recipient, sealContent(sealer, id, recipient, mail))).toEqual(content);
  });

  it('content that an earlier release sealed opens', () => {
    const earlier =
      '2026.UwD31icIcHZCF4eAA49hbGlwpDXgCGZ2jKINQuh9o9-RY-I7l2EUomNxnqfsWye2PIOKJFWLCa4IsopTO26fDC1-hMlkke3d7YvwHxvq8yjAU5eOfeKsc0MnxVokKyefvVsKH0PJ';
    expect(openContent(sealer, id, recipient, earlier)).toEqual(content);
  });
});
