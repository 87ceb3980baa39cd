import type { Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { AnyIcon } from "../../ui/any-icon";
import { deferredWords } from "../../words/en-deferred";

interface WidgetTitleProps {
  readonly title: string;
  /** Shown instead of an empty title. */
  readonly fallback: string;
  /** The title as it is being edited; undefined while it isn't. */
  readonly text: Signal<string | undefined>;
  readonly label: string;
  readonly editLabel: string;
  readonly mayEdit: boolean;
  /** Resolves to false if it couldn't be saved. */
  readonly onSave: (title: string) => Promise<boolean>;
}

/** The question of a poll or the title of a to-do list, which its author can edit. */
export const WidgetTitle = (props: WidgetTitleProps) => {
  const { title, fallback, text, label, editLabel, mayEdit, onSave } = props;
  const field = useRef<HTMLInputElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const isEditing = mayEdit && text.value !== undefined;
  const wasEditing = useRef(isEditing);
  useLayoutEffect(() => {
    if (isEditing === wasEditing.current) return;
    wasEditing.current = isEditing;
    (isEditing ? field : editButton).current?.focus({ preventScroll: true });
  }, [isEditing]);
  const end = () => {
    text.value = undefined;
  };
  const save = async () => {
    const next = text.peek()?.trim() ?? "";
    if (next === "" || next === title) return end();
    const before = text.peek();
    if ((await onSave(next)) && text.peek() === before) end();
  };
  if (!isEditing)
    return (
      <div class="widget-title">
        <p dir="auto">{title || fallback}</p>
        {mayEdit && (
          <button
            ref={editButton}
            type="button"
            class="quiet"
            aria-label={editLabel}
            title={editLabel}
            onClick={() => {
              text.value = title;
            }}
          >
            <AnyIcon name="edit" />
          </button>
        )}
      </div>
    );
  return (
    <form
      class="widget-add"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        ref={field}
        class="field"
        dir="auto"
        aria-label={label}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          end();
        }}
      />
      <button type="submit" class="quiet" aria-label={deferredWords.save} title={deferredWords.save}>
        <AnyIcon name="check" />
      </button>
    </form>
  );
};
