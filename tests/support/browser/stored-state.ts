import type { Page } from "playwright-core";
import { until } from "./web-windows";

/** The states cached for the next start. */
const cachedStates = `new Promise((resolve) => {
  const opening = indexedDB.open("parley", 2);
  opening.onupgradeneeded = () => opening.result.createObjectStore("snapshots");
  opening.onsuccess = () => {
    const asking = opening.result.transaction("snapshots").objectStore("snapshots").getAll();
    asking.onsuccess = () => {
      opening.result.close();
      resolve(asking.result);
    };
  };
})`;

/** The ids of the users whose state is cached for the next start. */
export const cachedUserIds = `${cachedStates}.then((all) => all.map((one) => one.userId))`;

/** Waits until the state has been cached for the next start. */
export const untilCached = (page: Page): Promise<void> =>
  until(page, `${cachedUserIds}.then((all) => all.length === 1)`);

/** Waits until the state cached for the next start counts the message as unread. It is written every ten seconds. */
export const untilCachedAsUnread = (page: Page, id: number): Promise<void> =>
  until(
    page,
    `${cachedStates}.then((all) => all.some(({ state }) => [...state.unread.places.values()].some((one) => one.ids.has(${id}))))`,
  );

/** The ids of the messages stored for starts without a connection. */
const storedMessageIds = `indexedDB.databases().then((all) =>
  all.every(({ name }) => name !== "parley-messages") ? [] : new Promise((resolve) => {
    const opening = indexedDB.open("parley-messages");
    opening.onsuccess = () => {
      const asking = opening.result.transaction("messages").objectStore("messages").getAllKeys();
      asking.onsuccess = () => {
        opening.result.close();
        resolve(asking.result);
      };
    };
  }))`;

/** Waits until all of these messages are stored, or none of them. */
export const untilStored = (page: Page, ids: readonly number[], areThere = true): Promise<void> =>
  until(
    page,
    `${storedMessageIds}.then((all) => ${JSON.stringify(ids)}.every((id) => all.includes(id) === ${areThere}))`,
  );
