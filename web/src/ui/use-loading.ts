import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { mayPass } from "../api/http";
import { useApp } from "../app/app";

const retryAfter = 10_000;

/** Why something couldn't be loaded. */
export interface LoadFailure {
  readonly error: unknown;
  /** Whether the server refused it, which another try won't change. */
  readonly isRefused: boolean;
}

/**
 * Loads what is missing, which `key` names. What failed is tried again after a while, and as soon as the connection is
 * back.
 */
export const useLoading = (
  key: string | undefined,
  load: () => Promise<unknown>,
): LoadFailure | undefined => {
  const { connection } = useApp();
  const failure = useSignal<LoadFailure | undefined>(undefined);
  const loads = useSignal(0);
  const loading = useRef<string | undefined>(undefined);
  loads.value;
  useEffect(() => {
    if (key === undefined || loading.current === key || failure.value !== undefined) return;
    loading.current = key;
    load()
      .catch((error) => {
        failure.value = { error, isRefused: !mayPass(error) };
      })
      .finally(() => {
        if (loading.current === key) loading.current = undefined;
        // What is still missing is loaded again.
        loads.value += 1;
      });
  });
  const again = () => {
    if (failure.peek()?.isRefused === false) failure.value = undefined;
  };
  useEffect(again, [connection.value]);
  useEffect(() => {
    failure.value = undefined;
  }, [key]);
  useEffect(() => {
    if (failure.value === undefined) return;
    const timer = setTimeout(again, retryAfter);
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [failure.value]);
  return failure.value;
};
