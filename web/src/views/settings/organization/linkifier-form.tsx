import { useSignal } from "@preact/signals";
import { addLinkifier, changeLinkifier, type LinkifierTerms } from "../../../api/settings";
import { useApp } from "../../../app/app";
import type { Linkifier } from "../../../wire/wire";
import { adminWords } from "../../../words/en-administration";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { ConflictWarning } from "../parts/change-notices";
import { runAsOwnChange } from "../parts/foreign-changes";
import { justChanged, type LoggedSubject } from "../parts/last-change";
import { isAdministrator } from "../parts/scope";
import { Field, useAction } from "../parts/use-action";
import { useLastChange } from "../parts/use-last-change";
import { useMerged } from "../parts/use-merged";
import { tryLinkifier } from "./try-linkifier";

const longestTry = 200;
const logged: LoggedSubject = {
  id: "linkifiers",
  log: { kinds: ["realm_linkifier_added", "realm_linkifier_changed"] },
};

/** A preview of the link, while pattern and template are edited. */
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
        maxLength={longestTry}
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

/** A linkifier as request fields. */
export const termsOf = (linkifier: Linkifier): LinkifierTerms => ({
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

/** Who last changed a linkifier, if the user can see it. */
export const useChangeOf = (linkifier: Linkifier | undefined) =>
  useLastChange(
    logged,
    isAdministrator(useApp().store),
    JSON.stringify(linkifier),
    ({ target }) => target.type === "linkifier" && target.id === linkifier?.id,
  );

/** The key that recognizes this window's own changes of a linkifier. */
export const keyOf = ({ id }: Linkifier): string => `linkifier ${id}`;

/** The form for a new or existing linkifier. */
export const LinkifierForm = ({ linkifier, onDone }: FormProps) => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const now = linkifier ? termsOf(linkifier) : noTerms;
  const { draft, put, take, conflicting, begin } = useMerged(now);
  const notice = justChanged(app, useChangeOf(linkifier));
  const submit = async () => {
    const save = async () => {
      const change = take();
      const { pattern, url_template } = draft;
      if (!linkifier) await addLinkifier(draft);
      else if (Object.keys(change).length > 0)
        await runAsOwnChange(keyOf(linkifier), () =>
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
            onInput={({ currentTarget }) => put({ alternative_url_templates: lines(currentTarget.value) })}
          />
        </label>
      </details>
      <ConflictWarning notice={notice} facts={conflicting.map((name) => [labels[name], String(now[name])])} />
      <div class="form-actions">
        <button type="submit" class="primary" disabled={isBusy}>
          {linkifier ? deferredWords.save : deferredWords.add}
        </button>
        {linkifier && (
          <button type="button" class="plain" onClick={onDone}>
            {deferredWords.cancel}
          </button>
        )}
      </div>
      {problem}
    </form>
  );
};
