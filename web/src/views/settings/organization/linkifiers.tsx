import { useSignal } from "@preact/signals";
import { orderLinkifiers } from "../../../api/organization";
import { addLinkifier, changeLinkifier, removeLinkifier } from "../../../api/settings";
import type { Linkifier } from "../../../api/wire";
import { useApp } from "../../../app";
import { Icon } from "../../../ui/icon";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { screenWords } from "../../../words/en-screens";
import { Field, useDoing } from "../doing";
import { OrderedList } from "../ordered-list";
import { useGuard } from "../overtaken";
import { isAdministrator } from "../scope";
import { useReorder } from "../use-reorder";
import { tryLinkifier } from "./try-linkifier";

const longestTry = 200;

/** What a linkifier makes of a text, while both are written. */
const Trial = ({
  pattern,
  template,
  example,
}: Readonly<Record<"pattern" | "template" | "example", string>>) => {
  const text = useSignal(example);
  const tried = tryLinkifier(pattern.trim(), template.trim(), text.value);
  const outcome = {
    link: tried.kind === "link" ? adminWords.fits(tried.text, tried.url) : "",
    nothing: adminWords.fitsNot,
    unknown: adminWords.fitsUnknown,
  }[tried.kind];
  return (
    <div class="two-fields">
      <Field
        label={adminWords.tryText}
        value={text.value}
        most={longestTry}
        onInput={(value) => {
          text.value = value;
        }}
      />
      <p class="soft" role="status">
        {text.value !== "" && outcome}
      </p>
    </div>
  );
};

interface FormProps {
  readonly linkifier?: Linkifier;
  readonly onDone: () => void;
}

const Form = ({ linkifier, onDone }: FormProps) => {
  const { run, problem, isBusy } = useDoing();
  const pattern = useSignal(linkifier?.pattern ?? "");
  const template = useSignal(linkifier?.url_template ?? "");
  const guard = useGuard(JSON.stringify(linkifier));
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const values = [pattern.value.trim(), template.value.trim()] as const;
        const save = async () => {
          guard.check();
          await (linkifier ? changeLinkifier(linkifier.id, ...values) : addLinkifier(...values));
        };
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
      <Trial pattern={pattern.value} template={template.value} example={linkifier?.example_input ?? ""} />
      {guard.isOvertaken && (
        <p class="meanwhile" role="status">
          {adminWords.meanwhile} {linkifier?.pattern} → {linkifier?.url_template}
        </p>
      )}
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
      <div class="channel-about">
        <Form
          linkifier={linkifier}
          onDone={() => {
            isOpen.value = false;
          }}
        />
      </div>
    );
  return (
    <>
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
    </>
  );
};

/** What turns text of a form into links. */
export const Linkifiers = () => {
  const { store } = useApp();
  const linkifiers = (store.realm.value.realm_linkifiers ?? []) as readonly Linkifier[];
  const mayChange = isAdministrator(store);
  const { reorder, problem } = useReorder(
    () => ((store.realm.peek().realm_linkifiers ?? []) as readonly Linkifier[]).map(({ id }) => id),
    orderLinkifiers,
  );
  return (
    <>
      <p>{screenWords.linkifiersHint}</p>
      {mayChange ? <Form onDone={() => undefined} /> : <p class="soft">{screenWords.administratorsOnly}</p>}
      {linkifiers.length === 0 && <p class="soft">{screenWords.noLinkifiers}</p>}
      <OrderedList
        items={linkifiers}
        nameOf={({ pattern }) => pattern}
        mayOrder={mayChange}
        onOrder={reorder}
        draw={(one) => <Row linkifier={one} mayChange={mayChange} />}
      />
      {problem}
    </>
  );
};
