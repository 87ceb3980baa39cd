import { useSignal } from "@preact/signals";
import { changeWidget } from "../../api/message-requests";
import { useApp } from "../../app/app";
import { nextIndex, type Widget, widgetOf } from "../../store/widget";
import { Html } from "../../ui/html";
import { Icon } from "../../ui/icon";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { widgetWords } from "../../words/en-widgets";

interface WidgetProps {
  readonly message: Message;
  readonly widget: Widget;
}

/** The poll or to-do list in a message; its text if it holds neither after all. */
export const WidgetView = ({ message }: { readonly message: Message }) => {
  const widget = widgetOf(message);
  return widget ? <KnownWidget message={message} widget={widget} /> : <Html html={message.content} />;
};

/** Adds an option or a task. */
const AddLine = ({ label, onAdd }: { readonly label: string; readonly onAdd: (text: string) => void }) => {
  const text = useSignal("");
  return (
    <form
      class="widget-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.value.trim() === "") return;
        onAdd(text.value.trim());
        text.value = "";
      }}
    >
      <input
        class="field"
        aria-label={label}
        placeholder={label}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="quiet" aria-label={deferredWords.add} title={deferredWords.add}>
        <Icon name="plus" />
      </button>
    </form>
  );
};

/** A poll to vote in, or a to-do list to tick off. */
const KnownWidget = ({ message, widget }: WidgetProps) => {
  const app = useApp();
  const { ownId } = app.store;
  const change = (what: object) => void app.attempt(changeWidget(message.id, what));
  const nameOf = (id: number) => app.names.userName(id) ?? words.somebody;
  if (widget.kind === "todo")
    return (
      <section class="widget" aria-label={widget.title || deferredWords.todo}>
        <p class="widget-title" dir="auto">
          {widget.title || deferredWords.todo}
        </p>
        <ul>
          {widget.tasks.map(({ key, text, about, isDone }) => (
            <li key={key}>
              <label class={isDone ? "check struck" : "check"} dir="auto">
                <input
                  type="checkbox"
                  checked={isDone}
                  disabled={app.isSpectator}
                  onChange={() => change({ type: "strike", key })}
                />
                <span>
                  {text}
                  {about !== "" && <span class="soft"> {about}</span>}
                </span>
              </label>
            </li>
          ))}
        </ul>
        {!app.isSpectator && (
          <AddLine
            label={widgetWords.newTask}
            onAdd={(task) =>
              change({ type: "new_task", key: nextIndex(widget, ownId), task, desc: "", completed: false })
            }
          />
        )}
      </section>
    );
  const most = Math.max(1, ...widget.choices.map(({ voters }) => voters.length));
  return (
    <section class="widget" aria-label={widget.question || deferredWords.poll}>
      <p class="widget-title" dir="auto">
        {widget.question || deferredWords.poll}
      </p>
      <ul>
        {widget.choices.map(({ key, text, voters }) => {
          const isOwn = voters.includes(ownId);
          const names = voters.map(nameOf).join(", ");
          return (
            <li key={key} class="choice">
              <button
                type="button"
                class={isOwn ? "vote own" : "vote"}
                aria-pressed={isOwn}
                disabled={app.isSpectator}
                aria-label={widgetWords.voteFor(text, voters.length)}
                onClick={() => change({ type: "vote", key, vote: isOwn ? -1 : 1 })}
              >
                {voters.length}
              </button>
              <div class="choice-words">
                <span dir="auto">{text}</span>
                {voters.length > 0 && <span class="soft"> {names}</span>}
                <div class="bar" style={{ inlineSize: `${(voters.length / most) * 100}%` }} />
              </div>
            </li>
          );
        })}
      </ul>
      {!app.isSpectator && (
        <AddLine
          label={widgetWords.newChoice}
          onAdd={(option) => change({ type: "new_option", idx: nextIndex(widget, ownId), option })}
        />
      )}
    </section>
  );
};
