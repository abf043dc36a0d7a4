import { Modal, type ModalProps } from '@mantine/core';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';

/** Tells the dialog around that one in it opened or closed. */
const ReportInner = createContext<(isOpen: boolean) => void>(() => undefined);

/** A dialog in which others open: Escape closes the innermost alone. */
export function NestedDialog({ closeOnEscape = true, ...props }: ModalProps): ReactNode {
  const report = use(ReportInner);
  const [hasInner, setHasInner] = useState(false);
  const { opened } = props;
  useEffect(() => {
    if (!opened) return;
    report(true);
    return () => report(false);
  }, [opened, report]);
  return (
    <ReportInner value={setHasInner}>
      <Modal {...props} closeOnEscape={closeOnEscape && !hasInner} />
    </ReportInner>
  );
}
