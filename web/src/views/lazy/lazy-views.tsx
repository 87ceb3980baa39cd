import { type Signal, signal, useSignal } from "@preact/signals";
import type { ComponentChild, ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { words } from "../../words/en";

export type Deferred = typeof import("../deferred");
type Settings = typeof import("../settings-bundle");

const createBundle = <Parts,>(fetchParts: () => Promise<Parts>) => {
  const parts = signal<Parts | undefined>(undefined);
  const load = async (): Promise<Parts> => {
    const loaded = parts.peek() ?? (await fetchParts());
    parts.value = loaded;
    return loaded;
  };
  return [parts, load] as const;
};

/** Code that is loaded later; undefined until then. */
export const [deferred, loadDeferred] = createBundle<Deferred>(() => import("../deferred"));

/** Settings and administration, loaded when somebody opens or searches them. */
const [settings, loadSettings] = createBundle<Settings>(() => import("../settings-bundle"));

export { loadSettings };

interface LazyOptions {
  /** Shown until the code is there. */
  readonly loading?: ComponentChild;
  /** Whether the view fills the window beside the sidebar. */
  readonly isScreen?: boolean;
}

/**
 * Makes views from a bundle. They load it when they are first rendered, and offer to try again if that fails.
 * Preact's Suspense would stay empty if somebody left the view before its code arrived.
 */
const from =
  <Parts,>(parts: Signal<Parts | undefined>, load: () => Promise<Parts>) =>
  <Props extends object>(
    choose: (parts: Parts) => ComponentType<Props>,
    { loading = null, isScreen = false }: LazyOptions = {},
  ) =>
  (props: Props) => {
    const hasFailed = useSignal(false);
    const attempt = () => {
      hasFailed.value = false;
      load().catch(() => {
        hasFailed.value = true;
      });
    };
    useEffect(attempt, []);
    if (parts.value !== undefined) {
      const View = choose(parts.value);
      return <View {...props} />;
    }
    const shown = hasFailed.value ? (
      <div class="empty" role="alert">
        <p class="soft">{words.noAnswer}</p>
        <button type="button" onClick={attempt}>
          {words.tryAgain}
        </button>
      </div>
    ) : (
      loading
    );
    return isScreen ? <main class="view">{shown}</main> : shown;
  };

export const lazyView = from(deferred, loadDeferred);
export const lazySettingsView = from(settings, loadSettings);
