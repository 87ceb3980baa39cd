import { mayPass } from "../../api/http";
import type { App } from "../../app/app";
import type { Window } from "../../store/history";
import type { MessageList } from "../../store/message-list";
import { loadDeferred } from "../lazy/lazy-views";

/** Fetches messages of a list. Without an answer, it shows the stored ones, but still rejects. */
export const openList = async ({ store }: App, list: MessageList, window: Window): Promise<void> => {
  try {
    await store.history.open(list, window);
  } catch (error) {
    if (list.run.peek() === undefined && mayPass(error))
      await (await loadDeferred()).restoreRead(store, list);
    throw error;
  }
};
