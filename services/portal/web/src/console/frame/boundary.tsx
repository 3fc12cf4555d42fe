import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** At another one the page is drawn again. */
  readonly place: string;
  /** Drawn in place of a page that cannot be. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly place: string;
  readonly failed: boolean;
}

/** Keeps a page that cannot be drawn from taking the whole console with it. React reports the error in the browser's console. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { place: this.props.place, failed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { place, failed: false };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
