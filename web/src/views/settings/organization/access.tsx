import { useSignal } from "@preact/signals";
import { changeDomain, tryWelcome } from "../../../api/organization";
import { addDomain, removeDomain } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import type { AllowedDomain } from "../../../wire/wire";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { isAdministrator, isOwner } from "../parts/scope";
import { Field, useAction } from "../parts/use-action";
import { LoginMethods } from "./login-methods";

const Domains = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const name = useSignal("");
  const withSubdomains = useSignal(false);
  const domains = (app.store.realm.value.realm_domains ?? []) as readonly AllowedDomain[];
  const mayChange = isOwner(app.store);
  const remove = async ({ domain, allow_subdomains }: AllowedDomain) => {
    if (!(await run(() => removeDomain(domain)))) return;
    const undo = () => void app.attempt(addDomain(domain, allow_subdomains));
    app.showToast({ text: screenWords.removed(domain), act: { label: deferredWords.undo, run: undo } });
  };
  return (
    <section class="setting-group">
      <h2>{screenWords.domains}</h2>
      {domains.length === 0 && <p class="soft">{screenWords.noDomains}</p>}
      <ul class="inbox-list">
        {domains.map((one) => (
          <li key={one.domain} class="channel-row">
            <span class="inbox-name">
              {one.domain}{" "}
              {one.allow_subdomains && !mayChange && <span class="soft">{screenWords.andSubdomains}</span>}
            </span>
            {mayChange && (
              <label class="check">
                <input
                  type="checkbox"
                  checked={one.allow_subdomains}
                  aria-label={`${one.domain} ${screenWords.andSubdomains}`}
                  onChange={async ({ currentTarget }) => {
                    const wanted = currentTarget.checked;
                    if (!(await run(() => changeDomain(one.domain, wanted)))) currentTarget.checked = !wanted;
                  }}
                />
                {screenWords.andSubdomains}
              </label>
            )}
            {mayChange && (
              <button
                type="button"
                class="quiet"
                aria-label={words.remove(one.domain)}
                onClick={() => void remove(one)}
              >
                <AnyIcon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <form
          class="inline-form"
          onSubmit={async (event) => {
            event.preventDefault();
            if (await run(() => addDomain(name.value.trim(), withSubdomains.value))) name.value = "";
          }}
        >
          <Field
            label={screenWords.newDomain}
            value={name.value}
            isRequired
            onInput={(text) => {
              name.value = text;
            }}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={withSubdomains.value}
              onChange={({ currentTarget }) => {
                withSubdomains.value = currentTarget.checked;
              }}
            />
            {screenWords.andSubdomains}
          </label>
          <button type="submit" class="primary" disabled={isBusy || name.value.trim() === ""}>
            {deferredWords.add}
          </button>
        </form>
      )}
      {problem}
    </section>
  );
};

/** A preview of the welcome message for new members. */
const Welcome = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const text = String(app.store.realm.value.realm_welcome_message_custom_text ?? "");
  if (!isAdministrator(app.store) || text === "") return null;
  return (
    <div>
      <button
        type="button"
        class="plain"
        disabled={isBusy}
        onClick={() =>
          void run(async () => {
            await tryWelcome(text);
            app.showToast({ text: adminWords.tryWelcomeDone });
          })
        }
      >
        {adminWords.tryWelcome}
      </button>
      {problem}
    </div>
  );
};

export const Access = () => (
  <>
    <Welcome />
    <Domains />
    <LoginMethods />
  </>
);
