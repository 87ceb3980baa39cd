import { useLayoutEffect, useRef } from "preact/hooks";
import { openLayer } from "../app/layers";

/**
 * On phones, Back closes what uses this instead of leaving the screen. What stays open, to ask first, catches the next
 * Back too.
 */
export const useLayer = (onClose: () => void, stays: () => boolean = () => false): void => {
  const now = useRef({ onClose, stays });
  now.current = { onClose, stays };
  useLayoutEffect(() => {
    let isThere = true;
    let leave: () => void;
    const enter = () => {
      leave = openLayer(() => {
        const isStaying = now.current.stays();
        now.current.onClose();
        // Only once Back has arrived at the entry that it leads to.
        if (isStaying) queueMicrotask(() => isThere && enter());
      });
    };
    enter();
    return () => {
      isThere = false;
      leave();
    };
  }, []);
};

/** While it is there, Back on a phone closes what it stands in for. */
export const Layer = ({ onClose }: { readonly onClose: () => void }): null => {
  useLayer(onClose);
  return null;
};
