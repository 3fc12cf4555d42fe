import { writeFile } from 'node:fs/promises';
import { colours } from '@patchbay/brand/colours';
import { markSvg } from '@patchbay/brand/mark';
import type { Browser } from 'playwright-core';
import { decode, encodeWithPalette } from './png.ts';

const file = new URL('../../services/portal/web/public/touch-icon.png', import.meta.url);

/** Draws the mark as the icon that phones show on their home screen. It fills its square: phones round the corners themselves. */
export async function drawTouchIcon(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 180, height: 180 } });
  await page.setContent(`<body style="margin: 0; background: ${colours.light.accent}">${markSvg}</body>`);
  await writeFile(file, encodeWithPalette(decode(await page.screenshot())));
  await page.close();
}
