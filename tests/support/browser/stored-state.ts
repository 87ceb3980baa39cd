import type { Page } from "playwright-core";
import { until } from "./web-windows";

/** The state cached for the next start, by user id. */
export const cachedUserIds = `new Promise((resolve) => {
  const opening = indexedDB.open("parley", 2);
  opening.onupgradeneeded = () => opening.result.createObjectStore("snapshots");
  opening.onsuccess = () => {
    const asking = opening.result.transaction("snapshots").objectStore("snapshots").getAll();
    asking.onsuccess = () => {
      opening.result.close();
      resolve(asking.result.map((one) => one.userId));
    };
  };
})`;

/** Waits until the state has been cached for the next start. */
export const untilCached = (page: Page): Promise<void> =>
  until(page, `${cachedUserIds}.then((all) => all.length === 1)`);
