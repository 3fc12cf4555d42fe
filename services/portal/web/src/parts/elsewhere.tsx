import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';

interface ElsewhereProps {
  /** The path that this document was loaded at. */
  readonly servedAt: string;
  /** Shown at that path: the server has no other document for it. */
  readonly children?: ReactNode;
}

/** A path without a page in this document. It is loaded from the server, because another document may have the page. */
export function Elsewhere({ servedAt, children }: ElsewhereProps) {
  const { pathname } = useLocation();
  const isElsewhere = pathname !== servedAt;
  useEffect(() => {
    if (isElsewhere) location.reload();
  }, [isElsewhere]);
  return isElsewhere ? null : children;
}
