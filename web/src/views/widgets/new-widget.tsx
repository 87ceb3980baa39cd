import { useSignal } from "@preact/signals";
import { useApp } from "../../app/app";
import type { Place } from "../../store/place";
import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { widgetWords } from "../../words/en-widgets";

interface NewWidgetProps {
  readonly place: Place;
  readonly onClose: () => void;
}

/** Creates a poll or a to-do list, as `/poll` and `/todo` do. */
export const NewWidget = ({ place, onClose }: NewWidgetProps) => {
  const app = useApp();
  const kind = useSignal<"poll" | "todo">("poll");
  const title = useSignal("");
  const lines = useSignal<readonly string[]>(["", "", ""]);
  const filled = lines.value.map((line) => line.trim()).filter(Boolean);
  const isPoll = kind.value === "poll";
  const isReady = title.value.trim() !== "" && (isPoll || filled.length > 0);
  const setLine = (index: number, text: string) => {
    const next = lines.value.with(index, text);
    // There is always one empty field at the end.
    lines.value = next.at(-1) === "" ? next : [...next, ""];
  };
  return (
    <Overlay title={deferredWords.pollOrTodo} onClose={onClose} class="form">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          // One sign at the start of a line counts as a bullet, so that options may begin with others.
          app.outbox.send(
            place,
            [`/${kind.value} ${title.value.trim()}`, ...filled.map((line) => `- ${line}`)].join("\n"),
          );
          onClose();
        }}
      >
        <fieldset class="switch">
          <legend class="unseen">{deferredWords.pollOrTodo}</legend>
          {(["poll", "todo"] as const).map((one) => (
            <label key={one} class="check">
              <input
                type="radio"
                name="kind"
                checked={kind.value === one}
                onChange={() => {
                  kind.value = one;
                }}
              />
              {deferredWords[one]}
            </label>
          ))}
        </fieldset>
        <label>
          {isPoll ? widgetWords.question : widgetWords.listTitle}
          <input
            class="field"
            dir="auto"
            value={title.value}
            onInput={(event) => {
              title.value = event.currentTarget.value;
            }}
          />
        </label>
        <fieldset>
          <legend>{isPoll ? deferredWords.choices : widgetWords.tasks}</legend>
          {lines.value.map((line, index) => (
            <input
              key={index}
              class="field"
              dir="auto"
              aria-label={isPoll ? widgetWords.choiceAt(index + 1) : widgetWords.taskAt(index + 1)}
              value={line}
              onInput={(event) => setLine(index, event.currentTarget.value)}
            />
          ))}
        </fieldset>
        <div class="form-actions">
          <button type="submit" class="primary" disabled={!isReady}>
            {words.send}
          </button>
          <button type="button" class="plain" onClick={onClose}>
            {deferredWords.cancel}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
