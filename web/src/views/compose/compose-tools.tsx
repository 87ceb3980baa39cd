import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { createCall } from "../../api/services";
import { useApp } from "../../app/app";
import { offersCalls } from "../../store/offers";
import type { Place } from "../../store/place";
import { AnyIcon } from "../../ui/any-icon";
import type { MenuAction } from "../../ui/menu";
import { useIsPhone } from "../../ui/use-is-phone";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { formatWords } from "../../words/en-format";
import { formattingWords } from "../../words/en-formatting";
import { snippetWords } from "../../words/en-snippets";
import { formatField } from "../format/format-text";
import { FormatTools } from "../format/format-tools";
import { MenuButton } from "../lazy/menu-button";
import { askForTime } from "./global-time";
import { SnippetMenu } from "./snippet-menu";

interface ToolsProps {
  /** The recipient; undefined until the user has chosen one. */
  readonly place: Place | undefined;
  readonly content: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Inserts text at the caret. */
  readonly put: (text: string) => void;
  /** Called with the field's content after each change. */
  readonly onChange: (text: string) => void;
}

/** Formats, and what can be put into a message besides text, files and emoji: polls, calls, times and snippets. On phones, in menus. */
export const ComposeTools = ({ place, content, field, put, onChange }: ToolsProps) => {
  const app = useApp();
  const root = useRef<HTMLSpanElement>(null);
  const isPhone = useIsPhone();
  const isChoosing = useSignal(false);
  const startCall = () =>
    void app.attempt(createCall().then((url) => put(`[${deferredWords.joinCall}](${url})\n`)));
  const tools: readonly MenuAction[] = [
    ...(place
      ? [
          {
            icon: "poll" as const,
            label: deferredWords.pollOrTodo,
            run: () => {
              app.dialog.value = { kind: "widget", place };
            },
          },
        ]
      : []),
    ...(offersCalls(app.store)
      ? [{ icon: "call" as const, label: deferredWords.videoCall, run: startCall }]
      : []),
    {
      icon: "help",
      label: formattingWords.title,
      run: () => {
        app.dialog.value = { kind: "formatting" };
      },
    },
    { icon: "globe", label: formatWords.time, run: () => askForTime(app, "", put) },
    {
      icon: "snippet",
      label: snippetWords.snippets,
      run: () => {
        isChoosing.value = !isChoosing.value;
      },
    },
  ];
  return (
    <>
      <FormatTools
        onFormat={(format) => {
          if (field.current === null) return;
          formatField(field.current, format);
          onChange(field.current.value);
        }}
      />
      <span ref={root} class="compose-tools">
        {isPhone ? (
          <MenuButton icon="plus" label={words.moreActions} actions={() => tools} />
        ) : (
          tools.map(({ icon, label, run }) => (
            <button
              key={icon}
              type="button"
              class={`quiet tool-${icon}`}
              aria-label={label}
              title={label}
              onClick={run}
            >
              <AnyIcon name={icon} />
            </button>
          ))
        )}
        {isChoosing.value && (
          <SnippetMenu
            anchor={root}
            content={content}
            onClose={() => {
              isChoosing.value = false;
              root.current?.querySelector<HTMLElement>(":scope > button:last-of-type")?.focus();
            }}
            onPick={(snippet) => {
              isChoosing.value = false;
              put(snippet.content);
            }}
          />
        )}
      </span>
    </>
  );
};
