import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { fetchSnippets, type Snippet } from "../../api/account";
import { useApp } from "../../app/app";
import { Icon } from "../../ui/icon";
import { Floating } from "../../ui/menu";
import { matchRank } from "../../ui/ranking";
import { useChoice } from "../../ui/use-choice";
import { words } from "../../words/en";
import { snippetWords } from "../../words/en-snippets";

interface SnippetMenuProps {
  /** The element that opened it. */
  readonly anchor: RefObject<HTMLElement | null>;
  /** What is written so far, to save as a snippet. */
  readonly content: string;
  readonly onPick: (snippet: Snippet) => void;
  readonly onClose: () => void;
}

/** The user's snippets, found by any part of their title or text. */
export const SnippetMenu = ({ anchor, content, onPick, onClose }: SnippetMenuProps) => {
  const app = useApp();
  const snippets = useSignal<readonly Snippet[] | undefined>(undefined);
  const query = useSignal("");
  const root = useRef<HTMLDivElement>(null);
  // At once, because what the user types next is meant for it.
  useLayoutEffect(() => root.current?.querySelector("input")?.focus(), []);
  useEffect(() => {
    void app.attempt(
      fetchSnippets().then((found) => {
        snippets.value = [...found].sort((a, b) => a.title.localeCompare(b.title));
      }),
    );
  }, [app, snippets]);
  const found = (snippets.value ?? []).filter(
    ({ title, content: text }) => matchRank(`${title}\n${text}`, query.value) !== undefined,
  );
  const pick = (index: number) => {
    const snippet = found[index];
    if (snippet) onPick(snippet);
  };
  const choice = useChoice({ id: "snippet", count: found.length, onPick: pick });
  return (
    <Floating anchor={anchor} class="picker" role="dialog" label={snippetWords.snippets} onClose={onClose}>
      <div ref={root}>
        <input
          class="field"
          {...choice.field}
          aria-label={snippetWords.find}
          placeholder={snippetWords.find}
          autocomplete="off"
          dir="auto"
          value={query.value}
          onInput={(event) => {
            query.value = event.currentTarget.value;
            choice.restart();
          }}
          onKeyDown={choice.onKeyDown}
        />
        <div {...choice.list(snippetWords.snippets)} class="goals snippets">
          {found.map((snippet, index) => (
            <button key={snippet.id} type="button" {...choice.option(index)} onClick={() => pick(index)}>
              <strong dir="auto">{snippet.title}</strong>
              <span class="soft" dir="auto">
                {snippet.content}
              </span>
            </button>
          ))}
        </div>
        {snippets.value && found.length === 0 && (
          <p class="soft" role="status">
            {query.value.trim() === "" ? snippetWords.empty : words.nothingFound}
          </p>
        )}
        <button
          type="button"
          class="menu-item"
          onClick={() => {
            onClose();
            app.dialog.value = { kind: "snippet", content };
          }}
        >
          <Icon name="plus" />
          {content === "" ? snippetWords.write : snippetWords.saveText}
        </button>
      </div>
    </Floating>
  );
};
