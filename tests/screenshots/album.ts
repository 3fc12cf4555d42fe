import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { decode, encodeWithPalette } from './png.ts';

type Scheme = 'light' | 'dark';

export interface Variant {
  readonly scheme?: Scheme;
  /** As wide as a phone. */
  readonly phone?: boolean;
  /** As wide as a desk's screen, and as high: a page of the console scrolls. */
  readonly wide?: boolean;
  /** The lower end of the page only. */
  readonly end?: boolean;
}

/** CSS pixels. The height is that of the page: the smallest one here lets no page end before its content does. */
const widths = { usual: 540, phone: 360, wide: 1_100 };
const leastHeight = 480;
const wideHeight = 580;
const endHeight = 648;

/** Takes the whole page, its lower end, or what is in sight. */
async function pictureOf(page: Page, { end = false, wide = false }: Variant): Promise<Buffer> {
  const options = { fullPage: !wide, animations: 'disabled', caret: 'hide' } as const;
  if (!end) return page.screenshot(options);
  const { width, height } = await page.locator('html').evaluate((root) => root.getBoundingClientRect());
  const clip = { x: 0, y: height - endHeight, width, height: endHeight };
  return page.screenshot({ ...options, clip });
}

/** Pictures by the names of their files. */
export class Album {
  readonly #pictures = new Map<string, Buffer>();
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Takes each variant; the whole page in light where none are given. */
  async take(page: Page, name: string, variants: readonly Variant[] = [{}]): Promise<void> {
    for (const variant of variants) {
      const { scheme = 'light', phone = false, wide = false } = variant;
      await page.emulateMedia({ colorScheme: scheme });
      // The heading of some pages stands above the bar of what is loading too.
      await page.waitForLoadState('networkidle');
      await page.setViewportSize({
        width: phone ? widths.phone : wide ? widths.wide : widths.usual,
        height: wide ? wideHeight : leastHeight,
      });
      const file = `${[name, ...(phone ? ['phone'] : []), ...(scheme === 'dark' ? ['dark'] : [])].join('-')}.png`;
      const picture = encodeWithPalette(decode(await pictureOf(page, variant)));
      this.#pictures.set(file, picture);
      this.#print(`  ${file}, ${Math.ceil(picture.length / 1024)} KB`);
    }
  }

  /** Replaces everything in the folder: a picture that is not taken any more does not stay. */
  async saveTo(folder: URL): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const [file, picture] of this.#pictures) await writeFile(new URL(file, folder), picture);
  }
}
