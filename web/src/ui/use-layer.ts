import { useLayoutEffect, useRef } from "preact/hooks";
import { openLayer } from "../app/layers";

/** On phones, Back closes what uses this instead of leaving the screen. */
export const useLayer = (onClose: () => void): void => {
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => openLayer(() => close.current()), []);
};
