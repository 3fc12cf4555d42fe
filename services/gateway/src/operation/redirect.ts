/** An answer of status 302, without a body. */
export class Redirect {
  readonly location: string;

  /** An absolute address. The URL parser leaves ASCII on one line, whatever the input: safe as a header. */
  constructor(to: string | URL) {
    this.location = new URL(to).href;
  }
}
