import type { Signal } from "@preact/signals";
import { renderMarkdown } from "../../api/message-requests";
import { useApp } from "../../app/app";
import { Html } from "../../ui/html";
import { useLayer } from "../../ui/use-layer";
import { words } from "../../words/en";

/** How a message will look; one that begins with `/me` follows its author's name. */
export const Preview = ({ html: shown }: { readonly html: Signal<string | undefined> }) => {
  const { store } = useApp();
  useLayer(() => {
    shown.value = undefined;
  });
  const html = shown.value ?? "";
  const isAction = /^<p>\/me .*<\/p>$/s.test(html);
  return (
    <section class="preview" aria-label={words.preview}>
      {isAction && (
        <strong class="sender" dir="auto">
          {store.people.value.users.get(store.ownId)?.full_name}
        </strong>
      )}
      <Html html={html} isAction={isAction} />
    </section>
  );
};

/** Shows how a text will look, or hides that again. */
export const togglePreview = async (preview: Signal<string | undefined>, text: string): Promise<void> => {
  preview.value = preview.peek() === undefined ? await renderMarkdown(text) : undefined;
};
