import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isPhone, phoneLayout } from "../app/layers";

/** Whether the window is laid out as a phone's; redraws when that changes. */
export const useIsPhone = (): boolean => {
  const is = useSignal(isPhone());
  useEffect(() => {
    const layout = phoneLayout();
    const follow = () => {
      is.value = layout.matches;
    };
    follow();
    layout.addEventListener("change", follow);
    return () => layout.removeEventListener("change", follow);
  }, [is]);
  return is.value;
};
