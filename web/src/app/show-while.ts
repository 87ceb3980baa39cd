import { effect } from "@preact/signals";
import type { App } from "./app";
import type { Toast } from "./dialog";

/**
 * Shows a toast, and withdraws it once what its action is about is gone. At first that may not be there yet: its event can
 * arrive after the answer.
 */
export const showWhile = ({ toast }: Pick<App, "toast">, shown: Toast, isThere: () => boolean): void => {
  let wasThere = false;
  toast.value = shown;
  const stop = effect(() => {
    const isStillThere = isThere();
    if (toast.value !== shown) stop();
    else if (wasThere && !isStillThere) toast.value = undefined;
    wasThere = isStillThere;
  });
};
