import type { ServerResponse } from 'node:http';
import type { Admission } from './admission.ts';

/** A request in the count of those that run (`admission.ts`), from its headers until the end of its work. */
export class Place {
  readonly #admission: Admission;
  readonly #onRefused: () => void;
  #isCounted = true;
  #hasEnded = false;

  constructor(admission: Admission, onRefused: () => void) {
    this.#admission = admission;
    this.#onRefused = onRefused;
    admission.enter();
  }

  /** Stops counting the request: while it waits for its client, or because another bound counts it. */
  leave(): void {
    if (this.#isCounted) this.#admission.leave();
    this.#isCounted = false;
  }

  /** Counts the request again. False where as many run as may: it has to be refused. */
  takeAgain(): boolean {
    if (this.#isCounted || this.#hasEnded) return true;
    if (this.#admission.isFull) {
      this.#onRefused();
      return false;
    }
    this.#admission.enter();
    this.#isCounted = true;
    return true;
  }

  /** The answer was handed over, or the client has disconnected: the request is not counted again. */
  end(): void {
    this.leave();
    this.#hasEnded = true;
  }
}

const placeKey = Symbol('place');

interface Placed extends ServerResponse {
  [placeKey]?: Place;
}

/** Undefined where the request is not counted: a health check. */
export const placeOf = (response: Placed): Place | undefined => response[placeKey];

/**
 * Ends the place with the call of `response.end`. No event of Node's tells that moment: `prefinish` and `finish` of an answer come
 * after those of the answers before it on the connection, which a client that pipelines requests and does not read never takes.
 */
export function keepPlace(response: Placed, place: Place): void {
  response[placeKey] = place;
  const end = response.end.bind(response);
  response.end = ((...parts: Parameters<typeof end>) => {
    place.end();
    return end(...parts);
  }) as ServerResponse['end'];
  response.on('close', () => place.end());
}
