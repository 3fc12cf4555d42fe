/** An answer that sends the browser elsewhere: 302, no body. */
export class Redirect {
  readonly location: string;

  /** An absolute address. Whatever it holds, what is sent is ASCII and one line. */
  constructor(to: string | URL) {
    this.location = new URL(to).href;
  }
}
