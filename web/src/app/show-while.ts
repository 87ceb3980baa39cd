import { effect } from "@preact/signals";
import type { Toast, Toasts } from "./toasts";

/**
 * Shows a toast, and withdraws it once the object of its action is gone. At first the object may not exist yet: its event can
 * arrive after the answer.
 */
export const showWhile = (
  { toasts, showToast, withdrawToast }: Toasts,
  shown: Toast,
  isThere: () => boolean,
): void => {
  let wasThere = false;
  showToast(shown);
  const stop = effect(() => {
    const isStillThere = isThere();
    if (!toasts.value.includes(shown)) stop();
    else if (wasThere && !isStillThere) withdrawToast(shown);
    wasThere = isStillThere;
  });
};
