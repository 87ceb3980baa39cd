import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { Menu } from "../../ui/menu";
import type { Playground } from "../../wire/wire";
import { cardWords } from "../../words/en-cards";
import { eachDrawn } from "./each-drawn";
import { playgroundsOf, playgroundUrl } from "./playground-url";

const blocks = ".words .codehilite[data-code-language]";

const open = (playground: Playground, block: Element): void => {
  const url = playgroundUrl(playground, block.querySelector("code")?.textContent ?? "");
  if (url !== undefined) window.open(url, "_blank", "noopener");
};

/** The buttons of a code block, in one row; the copy button is there already. */
const rowOf = (block: Element): Element => {
  const known = block.querySelector(".code-actions");
  if (known) return known;
  const row = document.createElement("div");
  row.className = "code-actions";
  row.append(...block.querySelectorAll(".copy-code"));
  block.append(row);
  return row;
};

/** Adds a button to each code block whose language has playgrounds, and draws the menu of one that has several. */
export const CodePlaygrounds = () => {
  const { store } = useApp();
  const all = store.realm.value.realm_playgrounds as readonly Playground[] | undefined;
  const anchor = useRef<HTMLButtonElement | null>(null);
  const choice = useSignal<readonly Playground[]>([]);
  useEffect(() => {
    if (all === undefined || all.length === 0) return;
    const offer = (block: HTMLElement): void => {
      const found = playgroundsOf(all, block.dataset.codeLanguage ?? "");
      const [first] = found;
      if (first === undefined || block.querySelector(".run-code")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy-code run-code";
      button.textContent = found.length === 1 ? cardWords.viewIn(first.name) : cardWords.viewInPlayground;
      if (found.length > 1) button.ariaHasPopup = "menu";
      button.addEventListener("click", () => {
        if (found.length === 1) return open(first, block);
        anchor.current = button;
        choice.value = choice.peek().length > 0 ? [] : found;
      });
      rowOf(block).prepend(button);
    };
    const stop = eachDrawn(blocks, offer);
    return () => {
      stop();
      for (const button of document.querySelectorAll(".run-code")) button.remove();
    };
  }, [all]);
  if (choice.value.length === 0) return null;
  return (
    <Menu
      anchor={anchor}
      label={cardWords.viewInPlayground}
      actions={choice.value.map((one) => ({
        icon: "link",
        label: one.name,
        run: () => {
          const block = anchor.current?.closest(blocks);
          if (block) open(one, block);
        },
      }))}
      onClose={() => {
        choice.value = [];
        anchor.current?.focus();
      }}
    />
  );
};
