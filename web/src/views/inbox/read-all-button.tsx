import { useComputed } from "@preact/signals";
import { useApp } from "../../app/app";
import { AnyIcon } from "../../ui/any-icon";
import { readAllWords } from "../../words/en-read-all";
import { readAll } from "./read-all";

/** Marks all messages as read; shown while some are unread. */
export const ReadAllButton = () => {
  const app = useApp();
  const hasUnread = useComputed(() => app.unreadCount.value > 0 || app.store.unread.value.isCut).value;
  return hasUnread ? (
    <button
      type="button"
      class="quiet"
      aria-label={readAllWords.readAll}
      title={readAllWords.readAll}
      onClick={() => readAll(app)}
    >
      <AnyIcon name="check" />
    </button>
  ) : null;
};
