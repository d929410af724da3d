import { useClosedRoots } from '../dom/flat-tree.ts';
import type { DocumentState, Hooked } from '../state.ts';
import { useListeners } from './handlers.ts';

/** Makes what the hooks have seen known to snapshots; also after a second injection. */
export const useHooked = ({ hooked }: DocumentState): Hooked | undefined => {
  if (hooked) {
    useListeners(hooked.listeners);
    useClosedRoots(hooked.closedRoots);
  }
  return hooked;
};
