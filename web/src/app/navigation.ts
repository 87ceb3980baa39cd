import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { App } from "./app";
import { hasComeBack, openAbove, watchHistory, withoutLayers } from "./layers";
import type { Names } from "./location";
import { type Location, readLocation, writeLocation } from "./location";

type Navigation = Pick<
  App,
  "location" | "visit" | "isReturn" | "before" | "go" | "redirect" | "follow" | "href"
>;

/**
 * Which screen the URL shows. `closeAll` closes what was opened on the screen before; `openUrl` opens what the URL asks for
 * if no screen has it, above the current screen, whose URL then takes its place.
 */
export const createNavigation = (
  names: Names,
  home: ReadonlySignal<Location>,
  closeAll: () => void,
  openUrl: (hash: string) => void,
): Navigation => {
  const read = (hash: string) => readLocation(hash, names, home.peek());
  const isElsewhere = (hash: string): boolean => hash.length > 1 && read(hash) === home.peek();
  let shownHash = window.location.hash;
  const location = signal(read(shownHash));
  const visit = signal(0);
  const isReturn = signal(false);
  const before = signal(home.peek());
  const visitNow = (cameBack = false, isAgain = false): void => {
    const { hash } = window.location;
    if (hash === shownHash && !isAgain) return;
    if (isElsewhere(hash)) {
      openAbove(shownHash || window.location.pathname, true);
      openUrl(hash);
      return;
    }
    shownHash = hash;
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
  if (isElsewhere(shownHash)) {
    openUrl(shownHash);
    openAbove(writeLocation(location.peek(), names));
    shownHash = window.location.hash;
  }
  shareUrl();
  window.addEventListener("hashchange", () => visitNow(hasComeBack()));
  return {
    location,
    visit,
    isReturn,
    before,
    go: (to) => {
      window.location.hash = writeLocation(to, names);
      // A link to a message leads there again, after its reader has scrolled away.
      visitNow(false, "near" in to && window.location.hash === shownHash);
    },
    redirect: (to) => {
      replaceHash(to, withoutLayers());
      visitNow();
    },
    follow,
    href: (to) => writeLocation(to, names),
  };
};
