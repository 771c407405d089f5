// The width of what an element holds, which follows that element.

import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** @returns in whole CSS pixels; 0: it is not known yet */
export function useWidth(host: RefObject<HTMLElement | null>): number {
  const width = useSignal(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      width.value = Math.floor(entry?.contentRect.width ?? 0);
    });
    if (host.current) watch.observe(host.current);
    return () => watch.disconnect();
  }, [host]);
  return width.value;
}
