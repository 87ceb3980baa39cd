import { useComputed } from "@preact/signals";
import { useApp } from "../../app/app";
import { Icon } from "../../ui/icon";
import { deferredWords } from "../../words/en-deferred";
import { nextUnread } from "./next-unread";

/** Goes to the next unread conversation, for people without a keyboard. */
export const NextUnreadLink = () => {
  const app = useApp();
  // The unread counts change with every message, their destinations rarely.
  const href = useComputed(() => {
    const next = nextUnread(app);
    return next && app.href({ screen: "narrow", narrow: next });
  }).value;
  return href === undefined ? null : (
    <a
      class="quiet next-unread"
      href={href}
      aria-label={deferredWords.nextUnread}
      title={deferredWords.nextUnread}
    >
      <Icon name="forward" />
    </a>
  );
};
