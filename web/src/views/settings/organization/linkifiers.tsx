import { useSignal } from "@preact/signals";
import { addLinkifier, changeLinkifier, removeLinkifier } from "../../../api/settings";
import type { Linkifier } from "../../../api/wire";
import { useApp } from "../../../app";
import { Icon } from "../../../ui/icon";
import { words } from "../../../words/en";
import { screenWords } from "../../../words/en-screens";
import { Field, useDoing } from "../doing";
import { isAdministrator } from "../scope";

interface FormProps {
  readonly linkifier?: Linkifier;
  readonly onDone: () => void;
}

const Form = ({ linkifier, onDone }: FormProps) => {
  const { run, problem, isBusy } = useDoing();
  const pattern = useSignal(linkifier?.pattern ?? "");
  const template = useSignal(linkifier?.url_template ?? "");
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const values = [pattern.value.trim(), template.value.trim()] as const;
        const save = () => (linkifier ? changeLinkifier(linkifier.id, ...values) : addLinkifier(...values));
        if (!(await run(save))) return;
        if (!linkifier) {
          pattern.value = "";
          template.value = "";
        }
        onDone();
      }}
    >
      <div class="two-fields">
        <Field
          label={screenWords.pattern}
          value={pattern.value}
          isRequired
          hint="#(?P<id>[0-9]+)"
          onInput={(text) => {
            pattern.value = text;
          }}
        />
        <Field
          label={screenWords.template}
          value={template.value}
          isRequired
          hint="https://example.com/ticket/{id}"
          onInput={(text) => {
            template.value = text;
          }}
        />
      </div>
      <div class="form-acts">
        <button type="submit" class="primary" disabled={isBusy}>
          {linkifier ? words.save : words.add}
        </button>
        {linkifier && (
          <button type="button" class="plain" onClick={onDone}>
            {words.cancel}
          </button>
        )}
      </div>
      {problem}
    </form>
  );
};

const Row = ({ linkifier, mayChange }: { readonly linkifier: Linkifier; readonly mayChange: boolean }) => {
  const app = useApp();
  const isOpen = useSignal(false);
  const { run, problem } = useDoing();
  const { id, pattern, url_template: template } = linkifier;
  const remove = async () => {
    if (!(await run(() => removeLinkifier(id)))) return;
    const undo = () => void app.attempt(addLinkifier(pattern, template));
    app.toast.value = { text: screenWords.removed(pattern), act: { label: words.undo, run: undo } };
  };
  if (isOpen.value)
    return (
      <li class="channel-row">
        <Form
          linkifier={linkifier}
          onDone={() => {
            isOpen.value = false;
          }}
        />
      </li>
    );
  return (
    <li class="channel-row">
      <div class="channel-about">
        <code>{pattern}</code>
        <p class="soft">{template}</p>
        {problem}
      </div>
      {mayChange && (
        <>
          <button
            type="button"
            class="quiet"
            aria-label={screenWords.editOf(pattern)}
            onClick={() => {
              isOpen.value = true;
            }}
          >
            <Icon name="edit" />
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={words.remove(pattern)}
            onClick={() => void remove()}
          >
            <Icon name="trash" />
          </button>
        </>
      )}
    </li>
  );
};

/** What turns text of a form into links. */
export const Linkifiers = () => {
  const { store } = useApp();
  const linkifiers = (store.realm.value.realm_linkifiers ?? []) as readonly Linkifier[];
  const mayChange = isAdministrator(store);
  return (
    <>
      <p>{screenWords.linkifiersHint}</p>
      {mayChange ? <Form onDone={() => undefined} /> : <p class="soft">{screenWords.administratorsOnly}</p>}
      {linkifiers.length === 0 && <p class="soft">{screenWords.noLinkifiers}</p>}
      <ul class="inbox-list">
        {linkifiers.map((one) => (
          <Row key={one.id} linkifier={one} mayChange={mayChange} />
        ))}
      </ul>
    </>
  );
};
