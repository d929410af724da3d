import { useClosedRoots } from '../dom/flat-tree.ts';
import type { DocumentState, Hooked } from '../state.ts';
import { useListeners } from './handlers.ts';

/** Hands the listeners and closed roots that the hooks have recorded to snapshots; after a second injection too. */
export const useHooked = ({ hooked }: DocumentState): Hooked | undefined => {
  if (hooked) {
    useListeners(hooked.listeners);
    useClosedRoots(hooked.closedRoots);
  }
  return hooked;
};
