import { words } from "../words/en";

/** An unread count, readable by screen readers. */
export const CountMark = ({
  count,
  isQuiet = false,
}: {
  readonly count: number;
  readonly isQuiet?: boolean;
}) =>
  count === 0 ? null : (
    <span class={isQuiet ? "count quiet-count" : "count"}>
      {count}
      <span class="unseen"> {words.unread}</span>
    </span>
  );
