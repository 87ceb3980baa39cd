import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { fetchTopics } from "../../api/topics";
import { useApp } from "../../app/app";
import { Avatar } from "../../ui/avatar";
import { EmojiGlyph } from "../../ui/emoji-glyph";
import { Layer } from "../../ui/use-layer";
import { words } from "../../words/en";
import { deferred, loadDeferred } from "../lazy/lazy-views";
import type { Suggestion, TypedName } from "./typeahead";

interface WritingFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Whether the style sheet can make fields as high as their text. */
const growsItself = CSS.supports("field-sizing", "content");

const grow = (element: HTMLTextAreaElement): void => {
  element.style.height = "auto";
  const borders = element.offsetHeight - element.clientHeight;
  element.style.height = `${element.scrollHeight + borders}px`;
};

/** A Markdown field with suggestions for people, channels, topics and emoji. */
export const WritingField = (props: WritingFieldProps) => {
  const { field, value, label, placeholder, onChange, onSend, onFiles } = props;
  const app = useApp();
  const { store, names } = app;
  const typed = useSignal<TypedName | undefined>(undefined);
  const at = useSignal(0);
  const topics = useSignal<readonly string[]>([]);
  const parts = deferred.value;
  const suggestions = typed.value && parts ? parts.suggestionsFor(typed.value, store, topics.value) : [];
  const channel = typed.value?.kind === "topic" ? typed.value.channel : undefined;
  useEffect(() => {
    const id = channel === undefined ? undefined : names.channelId(channel);
    topics.value = [];
    if (id !== undefined)
      fetchTopics(id).then(
        (found) => {
          topics.value = found.map(({ name }) => name);
        },
        () => undefined,
      );
  }, [channel, names, topics]);

  const typedNow = (): TypedName | undefined => {
    const element = field.current;
    if (element === null || element.selectionStart !== element.selectionEnd) return undefined;
    return deferred.peek()?.typedBefore(element.value.slice(0, element.selectionStart));
  };
  const close = () => {
    typed.value = undefined;
  };
  const look = () => {
    typed.value = typedNow();
    at.value = 0;
    if (typed.value) void deferred.peek()?.loadFor(typed.value);
  };
  /** Whether the caret is still at the end of the name that the suggestions are for. */
  const isCurrent = (): boolean => {
    const now = typedNow();
    return now?.from === typed.value?.from && now?.query === typed.value?.query;
  };
  const take = (suggestion: Suggestion) => {
    const element = field.current;
    if (element && typed.value)
      parts?.takeSuggestion({ app, field: element, typed: typed.value, suggestion, onChange });
    // Only now: what is inserted may look like the beginning of a name.
    close();
  };
  const enterSends = store.settings.value.enter_sends !== false;
  const isSendKey = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
    ctrlKey || metaKey || (enterSends && !shiftKey);
  /** With Ctrl, Enter sends even if something is suggested. */
  const isTakeKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
    key === "Tab" || (key === "Enter" && !ctrlKey && !metaKey);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isCurrent()) close();
    const chosen = typed.value && suggestions[at.value];
    if (chosen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      at.value = (at.value + step + suggestions.length) % suggestions.length;
    } else if (chosen && isTakeKey(event)) take(chosen);
    else if (chosen?.topicsText !== undefined && event.key === ">" && typed.value?.query !== "") {
      take({ ...chosen, text: chosen.topicsText });
      look();
    } else if (chosen && event.key === "Escape") {
      close();
      event.stopPropagation();
    } else if (event.key === "Enter" && isSendKey(event)) onSend();
    else if (field.current && parts?.formatByKey(field.current, event)) onChange(field.current.value);
    else return;
    event.preventDefault();
  };
  useLayoutEffect(() => {
    if (field.current && !growsItself) grow(field.current);
  }, [field, value]);
  const isOpen = suggestions.length > 0;
  return (
    <div class="writing">
      {isOpen && (
        <div class="menu suggestions" role="listbox" id="suggestions" aria-label={words.suggestions}>
          <Layer onClose={close} />
          {suggestions.map((one, index) => (
            <div
              key={one.key}
              id={`suggestion-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at.value}
              onPointerDown={(event) => {
                event.preventDefault();
                take(one);
              }}
            >
              {one.userId !== undefined && <Avatar userId={one.userId} size={20} />}
              {one.emoji && <EmojiGlyph name={one.emoji.name} code={one.emoji.code} kind={one.emoji.kind} />}
              <span>{one.label}</span>
              {one.detail !== undefined && <span class="soft">{one.detail}</span>}
            </div>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        class="field"
        rows={1}
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        aria-autocomplete="list"
        {...(isOpen && { "aria-controls": "suggestions", "aria-activedescendant": `suggestion-${at.value}` })}
        value={value}
        onInput={(event) => {
          onChange(event.currentTarget.value);
          look();
        }}
        onClick={look}
        onFocus={() => {
          // If it doesn't load, people can still write, only without suggestions.
          if (!deferred.peek()) void loadDeferred().then(look, () => undefined);
        }}
        onKeyUp={() => {
          if (!isCurrent()) close();
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const { clipboardData: data, currentTarget } = event;
          if (data === null) return;
          if (parts?.pasteInto(currentTarget, data, names)) {
            event.preventDefault();
            return onChange(currentTarget.value);
          }
          // Spreadsheets and word processors copy a picture of the text, too.
          if (data.files.length === 0 || data.getData("text/plain")) return;
          event.preventDefault();
          onFiles([...data.files]);
        }}
      />
    </div>
  );
};
