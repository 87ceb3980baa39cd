import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { App } from "./app";
import { hasComeBack, watchHistory, withoutLayers } from "./layers";
import type { Names } from "./location";
import { type Location, readLocation, writeLocation } from "./location";

type Navigation = Pick<
  App,
  "location" | "visit" | "isReturn" | "before" | "go" | "redirect" | "follow" | "href"
>;

/** Which screen the URL shows. `closeAll` closes what was opened on the screen before. */
export const createNavigation = (
  names: Names,
  home: ReadonlySignal<Location>,
  closeAll: () => void,
): Navigation => {
  const read = (hash: string) => readLocation(hash, names, home.peek());
  let shownHash = window.location.hash;
  const location = signal(read(shownHash));
  const visit = signal(0);
  const isReturn = signal(false);
  const before = signal(home.peek());
  const visitNow = (cameBack = false): void => {
    if (window.location.hash === shownHash) return;
    shownHash = window.location.hash;
    batch(() => {
      if (!("section" in location.peek())) before.value = location.peek();
      location.value = read(shownHash);
      visit.value += 1;
      isReturn.value = cameBack;
      closeAll();
      shareUrl();
    });
  };
  const replaceHash = (to: Location, state: unknown): void =>
    window.history.replaceState(state, "", writeLocation(to, names));
  const follow = (to: Location): void => {
    replaceHash(to, window.history.state);
    shownHash = window.location.hash;
    location.value = read(shownHash);
  };
  /** Replaces the URL of a direct conversation by the one that its participants share. */
  const shareUrl = (): void => {
    const at = location.peek();
    if (at.screen === "narrow" && at.narrow[0]?.operator === "dm") follow(at);
  };
  watchHistory();
  shareUrl();
  window.addEventListener("hashchange", () => visitNow(hasComeBack()));
  return {
    location,
    visit,
    isReturn,
    before,
    go: (to) => {
      window.location.hash = writeLocation(to, names);
      visitNow();
    },
    redirect: (to) => {
      replaceHash(to, withoutLayers());
      visitNow();
    },
    follow,
    href: (to) => writeLocation(to, names),
  };
};
