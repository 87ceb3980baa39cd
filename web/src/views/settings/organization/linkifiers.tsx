import { useSignal } from "@preact/signals";
import { orderLinkifiers } from "../../../api/organization";
import { addLinkifier, changeLinkifier, type LinkifierTerms, removeLinkifier } from "../../../api/settings";
import type { Linkifier } from "../../../api/wire";
import { useApp } from "../../../app";
import { Icon } from "../../../ui/icon";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { screenWords } from "../../../words/en-screens";
import { Field, useDoing } from "../doing";
import { asOwn, useForeign } from "../foreign";
import { justChanged, type Logged } from "../logged";
import { Contested, LastChange, Meanwhile } from "../meanwhile";
import { OrderedList } from "../ordered-list";
import { isAdministrator } from "../scope";
import { useLastChange } from "../use-last-change";
import { useMerged } from "../use-merged";
import { useReorder } from "../use-reorder";
import { tryLinkifier } from "./try-linkifier";

const longestTry = 200;
const logged: Logged = {
  id: "linkifiers",
  log: { kinds: ["realm_linkifier_added", "realm_linkifier_changed"] },
};

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

const noTerms: LinkifierTerms = {
  pattern: "",
  url_template: "",
  example_input: "",
  reverse_template: "",
  alternative_url_templates: [],
};

const termsOf = (linkifier: Linkifier): LinkifierTerms => ({
  pattern: linkifier.pattern,
  url_template: linkifier.url_template,
  example_input: linkifier.example_input ?? "",
  reverse_template: linkifier.reverse_template ?? "",
  alternative_url_templates: linkifier.alternative_url_templates,
});

const labels: Readonly<Record<keyof LinkifierTerms, string>> = {
  pattern: screenWords.pattern,
  url_template: screenWords.template,
  example_input: adminWords.example,
  reverse_template: adminWords.reverseTemplate,
  alternative_url_templates: adminWords.otherTemplates,
};

const lines = (text: string): readonly string[] => text.split("\n").filter((line) => line.trim() !== "");

const useChangeOf = (linkifier: Linkifier | undefined) =>
  useLastChange(
    logged,
    isAdministrator(useApp().store),
    JSON.stringify(linkifier),
    ({ target }) => target.type === "linkifier" && target.id === linkifier?.id,
  );

const keyOf = ({ id }: Linkifier): string => `linkifier ${id}`;

const Form = ({ linkifier, onDone }: FormProps) => {
  const app = useApp();
  const { run, problem, isBusy } = useDoing();
  const now = linkifier ? termsOf(linkifier) : noTerms;
  const { draft, put, take, contested, begin } = useMerged(now);
  const said = justChanged(app, useChangeOf(linkifier));
  const submit = async () => {
    const save = async () => {
      const change = take();
      const { pattern, url_template } = draft;
      if (!linkifier) await addLinkifier(draft);
      else if (Object.keys(change).length > 0)
        await asOwn(keyOf(linkifier), () =>
          changeLinkifier(linkifier.id, { pattern, url_template, ...change }),
        );
    };
    if (!(await run(save))) return;
    if (!linkifier) begin(noTerms);
    onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div class="two-fields">
        <Field
          label={screenWords.pattern}
          value={draft.pattern}
          isRequired
          hint="#(?P<id>[0-9]+)"
          onInput={(pattern) => put({ pattern })}
        />
        <Field
          label={screenWords.template}
          value={draft.url_template}
          isRequired
          hint="https://example.com/ticket/{id}"
          onInput={(url_template) => put({ url_template })}
        />
      </div>
      <Trial pattern={draft.pattern} template={draft.url_template} example={draft.example_input} />
      <details class="unfolding">
        <summary>{adminWords.pasted}</summary>
        <p class="soft">{adminWords.pastedHint}</p>
        <div class="two-fields">
          <Field
            label={adminWords.example}
            value={draft.example_input}
            hint="#123"
            onInput={(example_input) => put({ example_input })}
          />
          <Field
            label={adminWords.reverseTemplate}
            value={draft.reverse_template}
            hint="#{id}"
            onInput={(reverse_template) => put({ reverse_template })}
          />
        </div>
        <label>
          {adminWords.otherTemplates}
          <textarea
            class="field"
            dir="ltr"
            rows={2}
            value={draft.alternative_url_templates.join("\n")}
            onChange={({ currentTarget }) => put({ alternative_url_templates: lines(currentTarget.value) })}
          />
        </label>
      </details>
      <Contested said={said} facts={contested.map((name) => [labels[name], String(now[name])])} />
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
  const change = useChangeOf(linkifier);
  const before = useForeign(keyOf(linkifier), linkifier, (one) => JSON.stringify(termsOf(one)));
  const remove = async () => {
    if (!(await run(() => removeLinkifier(id)))) return;
    const undo = () => void app.attempt(addLinkifier(termsOf(linkifier)));
    app.toast.value = { text: screenWords.removed(pattern), act: { label: words.undo, run: undo } };
  };
  const putBack = async (was: Linkifier) => {
    if (await run(() => asOwn(keyOf(linkifier), () => changeLinkifier(id, termsOf(was)))))
      before.value = undefined;
  };
  if (isOpen.value)
    return (
      <div class="channel-about">
        <Form
          linkifier={linkifier}
          onDone={() => {
            isOpen.value = false;
            before.value = undefined;
          }}
        />
      </div>
    );
  const was = before.value;
  return (
    <>
      <div class="channel-about">
        <code>{pattern}</code>
        <p class="soft">{template}</p>
        <LastChange change={change} />
        {was && (
          <Meanwhile
            said={justChanged(app, change)}
            before={`${was.pattern} → ${was.url_template}`}
            putBack={mayChange ? () => void putBack(was) : undefined}
          />
        )}
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
