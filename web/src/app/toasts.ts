import { type ReadonlySignal, signal } from "@preact/signals";

/** A short message to the user, with an optional action. */
export interface Toast {
  readonly text: string;
  /** Its subject: a later toast with the same subject replaces it, with its action. */
  readonly about?: string;
  readonly act?: { readonly label: string; readonly run: () => void };
}

/** The toasts of a window. */
export interface Toasts {
  /** The newest comes last. */
  readonly toasts: ReadonlySignal<readonly Toast[]>;
  /** Shows a toast for a few seconds, replacing earlier ones; their actions stay within reach. */
  showToast(toast: Toast): void;
  withdrawToast(toast: Toast): void;
}

/** How many earlier actions stay within reach. */
const mostActs = 3;

export const createToasts = (): Toasts => {
  const toasts = signal<readonly Toast[]>([]);
  return {
    toasts,
    showToast: (toast) => {
      const isOutdated = ({ about }: Toast) => about !== undefined && about === toast.about;
      const acts = toasts.peek().filter((one) => one.act && !isOutdated(one));
      toasts.value = [...acts.slice(-mostActs), toast];
    },
    withdrawToast: (toast) => {
      toasts.value = toasts.peek().filter((one) => one !== toast);
    },
  };
};
