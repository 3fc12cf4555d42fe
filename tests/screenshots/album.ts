import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { decode, encodeWithPalette } from './png.ts';

type Scheme = 'light' | 'dark';

export interface Variant {
  readonly scheme?: Scheme;
  /** As wide as a phone. */
  readonly phone?: boolean;
}

/** CSS pixels. The height is that of the page: the smallest one here lets no page end before its content does. */
const widths = { usual: 540, phone: 360 };
const leastHeight = 480;

/** Pictures by the names of their files. */
export class Album {
  readonly #pictures = new Map<string, Buffer>();
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Takes the whole page, light where no variants are given. */
  async take(page: Page, name: string, variants: readonly Variant[] = [{}]): Promise<void> {
    for (const { scheme = 'light', phone = false } of variants) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: phone ? widths.phone : widths.usual, height: leastHeight });
      const file = `${[name, ...(phone ? ['phone'] : []), ...(scheme === 'dark' ? ['dark'] : [])].join('-')}.png`;
      const taken = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
      const picture = encodeWithPalette(decode(taken));
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
