import { words } from "../words/en";

/** An unread count after a mark for mentions among them, readable by screen readers. */
export const CountMark = ({
  count,
  mentions = 0,
  isQuiet = false,
}: {
  readonly count: number;
  readonly mentions?: number;
  readonly isQuiet?: boolean;
}) =>
  count === 0 ? null : (
    <>
      {mentions > 0 && (
        <span class="mention-mark" title={words.mentioned}>
          @<span class="unseen">{words.mentioned} </span>
        </span>
      )}
      <span class={isQuiet ? "count quiet-count" : "count"}>
        {count}
        <span class="unseen"> {words.unread}</span>
      </span>
    </>
  );
