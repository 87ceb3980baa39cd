import type { Page } from "playwright-core";
import { until } from "./web-windows";

/** What is cached for the next start: events, and then the state before them. */
const cached = `new Promise((resolve) => {
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

/** Makes the cached state that of another build. */
export const cachedByAnotherBuild = `new Promise((resolve) => {
  const opening = indexedDB.open("parley", 2);
  opening.onsuccess = () => {
    const cached = opening.result.transaction("snapshots", "readwrite").objectStore("snapshots");
    cached.get("live").onsuccess = ({ target }) => {
      cached.put({ ...target.result, build: "another" }, "live").onsuccess = () => {
        opening.result.close();
        resolve();
      };
    };
  };
})`;

/** The ids of the users whose state is cached for the next start. */
export const cachedUserIds = `${cached}.then((all) => all.flatMap(({ userId }) => userId ?? []))`;

/** Waits until the state has been cached for the next start. */
export const untilCached = (page: Page): Promise<void> =>
  until(page, `${cachedUserIds}.then((all) => all.length === 1)`);

/** Waits until what is cached for the next start says that the message is unread. */
export const untilCachedAsUnread = (page: Page, id: number): Promise<void> =>
  until(
    page,
    `${cached}.then((all) => all.some(({ state, events }) => state
      ? [...state.unread.places.values()].some((one) => one.ids.has(${id}))
      : events.some(({ message }) => message?.id === ${id})))`,
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
