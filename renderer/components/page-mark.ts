/**
 * Marks the page while something is open that its notices make room for. The styles could ask with `:has()` on the body, and would
 * then be asked again for each row that a grid draws.
 */
import { useEffect } from 'react';

export function usePageMark(mark: 'tour' | 'drawer', isOpen = true): void {
  useEffect(() => {
    if (!isOpen) return;
    document.body.dataset[mark] = '';
    return () => {
      delete document.body.dataset[mark];
    };
  }, [mark, isOpen]);
}
