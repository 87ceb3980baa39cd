import { useEffect } from "preact/hooks";
import { useApp } from "../../app/app";
import { type Deferred, deferred, loadDeferred } from "./lazy-views";

/** The deferred code, once it is there. If it can't be loaded, says so and gives up: asking again tries again. */
export const useDeferred = (giveUp: () => void): Deferred | undefined => {
  const app = useApp();
  useEffect(() => {
    void app.attempt(loadDeferred()).then((isThere) => {
      if (!isThere) giveUp();
    });
  }, [app]);
  return deferred.value;
};
