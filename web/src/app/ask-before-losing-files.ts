import { effect } from "@preact/signals";
import type { App } from "./app";
import { desktopApp } from "./desktop-app";

/**
 * Asks before a window closes with files that are still being uploaded: unlike texts, they aren't stored here.
 * Returns a function that stops it.
 */
export const askBeforeLosingFiles = ({ uploads, queueId }: Pick<App, "uploads" | "queueId">): (() => void) =>
  effect(() => {
    const areAny = uploads.list.value.some(({ problem, isWaiting }) => problem === undefined || isWaiting);
    // The desktop app would refuse to close without a word.
    if (!areAny || desktopApp()) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      // Those who log out have been asked already.
      if (queueId() !== "") event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  });
