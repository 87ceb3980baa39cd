import { useSignal } from "@preact/signals";
import { createAccount } from "../../../api/administration";
import { useApp } from "../../../app/app";
import { cardWords } from "../../../words/en-cards";
import { administrationWords } from "../../../words/en-channel-administration";
import { deferredWords } from "../../../words/en-deferred";
import { Field, useAction } from "../parts/use-action";

/** Creates an account for a person who can't be reached by email or a link. */
export const NewAccount = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const [name, email, password] = [useSignal(""), useSignal(""), useSignal("")];
  const make = async () => {
    const account = { full_name: name.value.trim(), email: email.value.trim(), password: password.value };
    if (!(await run(() => createAccount(account)))) return;
    app.showToast({ text: administrationWords.newAccountMade(account.full_name) });
    for (const field of [name, email, password]) field.value = "";
  };
  return (
    <details class="unfolding">
      <summary>{administrationWords.newAccount}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <p class="soft">{administrationWords.newAccountHint}</p>
        <div class="two-fields">
          <Field
            label={cardWords.name}
            value={name.value}
            maxLength={100}
            isRequired
            onInput={(text) => {
              name.value = text;
            }}
          />
          <Field
            label={deferredWords.email}
            type="email"
            autocomplete="off"
            value={email.value}
            isRequired
            onInput={(text) => {
              email.value = text;
            }}
          />
        </div>
        <Field
          label={administrationWords.newPassword}
          type="password"
          autocomplete="new-password"
          value={password.value}
          isRequired
          onInput={(text) => {
            password.value = text;
          }}
        />
        <div class="form-actions">
          <button type="submit" class="primary" disabled={isBusy}>
            {administrationWords.newAccount}
          </button>
        </div>
        {problem}
      </form>
    </details>
  );
};
