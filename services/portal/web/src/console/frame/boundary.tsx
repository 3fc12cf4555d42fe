import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** The path. A change of it renders the page again. */
  readonly path: string;
  /** Rendered instead of a page that threw. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly path: string;
  readonly failed: boolean;
}

/** Error boundary of a page: the rest of the console stays. React logs the error in the console of the browser. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { path: this.props.path, failed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ path }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return path === state.path ? null : { path, failed: false };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
