import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { addSnippet, changeSnippet, fetchSnippets, removeSnippet, type Snippet } from "../../../api/account";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import { copyText } from "../../../ui/clipboard";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { Field, useAction } from "../parts/use-action";

interface FormProps {
  readonly snippet?: Snippet;
  readonly onDone: () => Promise<void>;
}

const Form = ({ snippet, onDone }: FormProps) => {
  const { run, problem, isBusy } = useAction();
  const title = useSignal(snippet?.title ?? "");
  const content = useSignal(snippet?.content ?? "");
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const wanted = [title.value.trim(), content.value] as const;
        const save = async () => {
          await (snippet ? changeSnippet(snippet.id, ...wanted) : addSnippet(...wanted));
          title.value = "";
          content.value = "";
          await onDone();
        };
        await run(save);
      }}
    >
      <Field
        label={adminWords.title}
        value={title.value}
        maxLength={60}
        isRequired
        onInput={(text) => {
          title.value = text;
        }}
      />
      <label>
        {adminWords.content}
        <textarea
          class="field"
          rows={4}
          dir="auto"
          required
          maxLength={10000}
          value={content.value}
          onInput={({ currentTarget }) => {
            content.value = currentTarget.value;
          }}
        />
      </label>
      <div class="form-actions">
        <button type="submit" class="primary" disabled={isBusy}>
          {snippet ? deferredWords.save : deferredWords.add}
        </button>
      </div>
      {problem}
    </form>
  );
};

const Row = ({ snippet, onDone }: { readonly snippet: Snippet; readonly onDone: () => Promise<void> }) => {
  const app = useApp();
  const { run, problem } = useAction();
  const isOpen = useSignal(false);
  const { id, title, content } = snippet;
  const remove = async () => {
    const isDone = await run(async () => {
      await removeSnippet(id);
      await onDone();
    });
    const undo = () => void app.attempt(addSnippet(title, content).then(onDone));
    if (isDone)
      app.showToast({ text: screenWords.removed(title), act: { label: deferredWords.undo, run: undo } });
  };
  const copy = () =>
    run(async () => {
      await copyText(content);
      app.showToast({ text: words.copied });
    });
  const close = async () => {
    isOpen.value = false;
    await onDone();
  };
  return (
    <li class="channel-row">
      <div class="channel-about">
        {isOpen.value ? (
          <Form snippet={snippet} onDone={close} />
        ) : (
          <>
            <strong dir="auto">{title}</strong>
            <p class="soft" dir="auto">
              {content.length > 120 ? `${content.slice(0, 119)}…` : content}
            </p>
          </>
        )}
        {problem}
      </div>
      <button type="button" class="plain" aria-label={`${words.copy}: ${title}`} onClick={() => void copy()}>
        {words.copy}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={screenWords.editOf(title)}
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <AnyIcon name="edit" />
      </button>
      <button type="button" class="quiet" aria-label={words.remove(title)} onClick={() => void remove()}>
        <AnyIcon name="trash" />
      </button>
    </li>
  );
};

const Unsent = () => {
  const { store } = useApp();
  return (
    <section class="setting-group">
      <h2>{adminWords.later}</h2>
      <p>{adminWords.laterHint}</p>
      <p>
        <a class="link" href="#drafts">
          {words.drafts} ({store.drafts.value.size})
        </a>{" "}
        <a class="link" href="#scheduled">
          {words.scheduledMessages} ({store.scheduled.value.size})
        </a>
      </p>
    </section>
  );
};

/** Saved snippets, and links to unsent messages. */
export const Snippets = () => {
  const { run, problem } = useAction();
  const snippets = useSignal<readonly Snippet[] | undefined>(undefined);
  const load = async () => {
    snippets.value = [...(await fetchSnippets())].sort((a, b) => a.title.localeCompare(b.title));
  };
  useEffect(() => void run(load), []);
  return (
    <>
      <p>{adminWords.snippetsHint}</p>
      <details class="unfolding">
        <summary>{adminWords.newSnippet}</summary>
        <Form onDone={load} />
      </details>
      {problem}
      {snippets.value?.length === 0 && <p class="soft">{adminWords.noSnippets}</p>}
      <ul class="inbox-list">
        {snippets.value?.map((snippet) => (
          <Row key={snippet.id} snippet={snippet} onDone={load} />
        ))}
      </ul>
      <Unsent />
    </>
  );
};
