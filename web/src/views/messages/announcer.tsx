import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { isHiddenMessage } from "./hidden-messages";
import { messageText } from "./message-text";

const announceEvery = 3000;

/** Announces new messages on screen to screen readers, politely and at most once in three seconds. */
export const Announcer = () => {
  const app = useApp();
  const { location, store } = app;
  const announcement = useSignal("");
  const last = useRef<number | undefined>(undefined);
  const waiting = useRef(0);
  const timer = useRef<number | undefined>(undefined);
  const at = location.value;
  const run = at.screen === "narrow" ? store.history.list(at.narrow).run.value : undefined;
  const newest = run?.hasNewest ? run.ids.at(-1) : undefined;
  const key = JSON.stringify(at);
  const lastKey = useRef(key);
  useEffect(() => {
    const isNew =
      lastKey.current === key && last.current !== undefined && newest !== undefined && newest > last.current;
    lastKey.current = key;
    last.current = newest;
    if (!isNew || newest === undefined) return;
    waiting.current += 1;
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      const message = store.messageStore.get(last.current ?? 0);
      const name = store.people.value.users.get(message?.sender_id ?? 0)?.full_name ?? words.somebody;
      if (message && message.sender_id !== store.ownId && !isHiddenMessage(app, message))
        announcement.value =
          waiting.current > 1
            ? deferredWords.newMessages(waiting.current)
            : deferredWords.newMessageBy(name, messageText(message.content));
      waiting.current = 0;
    }, announceEvery);
  }, [newest, key, announcement, store]);
  return (
    <div class="unseen" aria-live="polite">
      {announcement.value}
    </div>
  );
};
