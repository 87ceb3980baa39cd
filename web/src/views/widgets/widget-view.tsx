import type { Signal } from "@preact/signals";
import { changeWidget } from "../../api/message-requests";
import { useApp } from "../../app/app";
import { nextIndex, type Widget, widgetOf } from "../../store/widget";
import { Html } from "../../ui/html";
import { Icon } from "../../ui/icon";
import type { Message } from "../../wire/wire";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { widgetWords } from "../../words/en-widgets";
import { begunIn } from "./begun-lines";
import { WidgetTitle } from "./widget-title";

interface WidgetProps {
  readonly message: Message;
  readonly widget: Widget;
}

/** The poll or to-do list in a message; its text if it contains neither. */
export const WidgetView = ({ message }: { readonly message: Message }) => {
  const widget = widgetOf(message);
  return widget ? <KnownWidget message={message} widget={widget} /> : <Html html={message.content} />;
};

interface AddLineProps {
  readonly text: Signal<string>;
  readonly label: string;
  /** Resolves to false if it couldn't be added. */
  readonly onAdd: (text: string) => Promise<boolean>;
}

/** Adds an option or a task. */
const AddLine = ({ text, label, onAdd }: AddLineProps) => {
  const add = async () => {
    const line = text.peek().trim();
    if (line === "") return;
    text.value = "";
    if (!(await onAdd(line))) text.value ||= line;
  };
  return (
    <form
      class="widget-add"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <input
        class="field"
        dir="auto"
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
  const begun = begunIn(message.id);
  const isAuthor = message.sender_id === ownId;
  const change = (what: object) => app.attempt(changeWidget(message.id, what));
  /** An index for a new option or task. */
  const takeIndex = (): number => {
    const index = Math.max(begun.next, nextIndex(widget, ownId));
    begun.next = index + 1;
    return index;
  };
  const nameOf = (id: number) => app.names.userName(id) ?? words.somebody;
  if (widget.kind === "todo")
    return (
      <section class="widget" aria-label={widget.title || deferredWords.todo}>
        <WidgetTitle
          title={widget.title}
          fallback={deferredWords.todo}
          text={begun.title}
          label={widgetWords.listTitle}
          editLabel={widgetWords.editTitle}
          mayEdit={isAuthor}
          onSave={(title) => change({ type: "new_task_list_title", title })}
        />
        <ul>
          {widget.tasks.map(({ key, text, about, isDone }) => (
            <li key={key}>
              <label class={isDone ? "check struck" : "check"} dir="auto">
                <input
                  type="checkbox"
                  checked={isDone}
                  disabled={app.isSpectator}
                  onChange={({ currentTarget }) =>
                    void change({ type: "strike", key }).then((isStruck) => {
                      if (!isStruck) currentTarget.checked = isDone;
                    })
                  }
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
            text={begun.line}
            label={widgetWords.newTask}
            onAdd={(task) => change({ type: "new_task", key: takeIndex(), task, desc: "", completed: false })}
          />
        )}
      </section>
    );
  const most = Math.max(1, ...widget.choices.map(({ voters }) => voters.length));
  return (
    <section class="widget" aria-label={widget.question || deferredWords.poll}>
      <WidgetTitle
        title={widget.question}
        fallback={deferredWords.poll}
        text={begun.title}
        label={widgetWords.question}
        editLabel={widgetWords.editQuestion}
        mayEdit={isAuthor}
        onSave={(question) => change({ type: "question", question })}
      />
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
                onClick={() => void change({ type: "vote", key, vote: isOwn ? -1 : 1 })}
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
          text={begun.line}
          label={widgetWords.newChoice}
          onAdd={(option) => change({ type: "new_option", idx: takeIndex(), option })}
        />
      )}
    </section>
  );
};
