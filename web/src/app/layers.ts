// On phones, Back closes what is open above the screen (the sidebar, a menu, a dialog), the latest first, before it leaves
// the screen. Each open layer has a separate entry in the window's history. In other windows, only layers that a link opened have one.

/** Whether the window is laid out as a phone's, now and after each change of its size. */
export const phoneLayout = (): MediaQueryList => window.matchMedia("(max-width: 800px)");
export const isPhone = (): boolean => phoneLayout().matches;

/** What an entry of the history knows: its position, and how many layers are open at it. */
interface Mark {
  readonly at: number;
  readonly layers: number;
}

const open: (() => void)[] = [];
let at = 0;
/** The position of the newest entry. */
let last = 0;
let isSettling = false;
let cameBack = false;
/** The URL to stay at while entries of closed layers are left. */
let leaving: string | undefined;
/** The URL of a link that was followed while layers were closing. */
let followed: string | undefined;
/** Whether a URL opened what is open: then Back closes it in every window, because it takes back a link. */
let isLinked = false;
/** Longer than browsers take to leave an entry. */
const leavingTakes = 500;

const mark = (): Mark => ({ at, layers: 0, ...window.history.state });

const push = (layers: number): void => {
  at += 1;
  last = at;
  window.history.pushState({ at, layers } satisfies Mark, "");
};

/** How many layers need an entry: on phones all of them, elsewhere the ones that a link opened. */
const wanted = (): number => (isPhone() || isLinked ? open.length : 0);

/** Makes the history follow what is open. Later, because a layer that replaces another keeps its entry. */
const settleLater = (): void => {
  if (isSettling) return;
  isSettling = true;
  setTimeout(() => {
    isSettling = false;
    isLinked &&= open.length > 0;
    const { layers } = mark();
    const count = wanted();
    for (let next = layers + 1; next <= count; next += 1) push(next);
    if (layers <= count) return;
    leaving = window.location.hash;
    window.history.go(count - layers);
  });
};

const arrive = (): void => {
  const left = leaving;
  leaving = undefined;
  if (window.history.state === null) {
    // A link led here.
    cameBack = false;
    if (left !== undefined) {
      followed = window.location.hash;
      setTimeout(() => {
        followed = undefined;
      }, leavingTakes);
    }
    at += 1;
    last = at;
    window.history.replaceState({ at, layers: 0 } satisfies Mark, "");
    return;
  }
  cameBack = true;
  const { at: here, layers } = mark();
  const isForward = here > at;
  at = here;
  last = Math.max(last, at);
  const link = followed;
  followed = undefined;
  if (link) window.location.hash = link;
  else if (left !== undefined) {
    // The conversation on screen may have moved by now.
    if (window.location.hash !== left) window.history.replaceState(window.history.state, "", left);
    settleLater();
  } else if (layers > wanted()) window.history.go(isForward && at < last ? 1 : -1);
  else {
    while (wanted() > layers) open.pop()?.();
    settleLater();
  }
};

/** Follows the window's history from now on. */
export const watchHistory = (): void => {
  at = mark().at;
  last = at;
  if (window.history.state === null) window.history.replaceState(mark(), "");
  window.addEventListener("popstate", arrive);
  phoneLayout().addEventListener("change", settleLater);
  // After a reload, nothing is open.
  settleLater();
};

/** Whether Back or Forward led to the newest entry that was arrived at. */
export const hasComeBack = (): boolean => cameBack;

/** The state of an entry whose layers have been left for another screen. */
export const withoutLayers = (): Mark => ({ ...mark(), layers: 0 });

/**
 * Gives the entry that a link led to, or the first one, the URL of the screen above which a layer is about to open. The
 * entry of a link becomes the layer's.
 */
export const openAbove = (url: string, isLink = false): void => {
  isLinked = true;
  const layers = isLink ? open.length + 1 : 0;
  window.history.replaceState({ ...mark(), layers } satisfies Mark, "", url);
};

/** Makes Back close something that has just opened, while the window is a phone's. Returns a function to call once it is closed. */
export const openLayer = (close: () => void): (() => void) => {
  open.push(close);
  settleLater();
  return () => {
    const index = open.indexOf(close);
    // Back has closed it already.
    if (index < 0) return;
    open.splice(index, 1);
    settleLater();
  };
};
