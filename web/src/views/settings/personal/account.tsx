import { useSignal } from "@preact/signals";
import { sendsMail } from "../../../api/http";
import { changeAddress, changePassword, deactivateOwnAccount } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { clearStoredData } from "../../../offline/cache";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { isAdministrator } from "../parts/scope";
import { Field, useAction } from "../parts/use-action";
import { Factors } from "./second-factors";

interface ProofProps {
  readonly password: { value: string };
  readonly code: { value: string };
}

/** The proof of identity for sensitive changes: the password and, if enabled, a second factor. */
export const ProofFields = ({ password, code }: ProofProps) => (
  <>
    <Field
      label={screenWords.presentPassword}
      type="password"
      autocomplete="current-password"
      value={password.value}
      onInput={(text) => {
        password.value = text;
      }}
    />
    <Field
      label={screenWords.factorCode}
      autocomplete="one-time-code"
      value={code.value}
      hint={screenWords.factorCodeHint}
      onInput={(text) => {
        code.value = text;
      }}
    />
  </>
);

const useProof = () => {
  const password = useSignal("");
  const code = useSignal("");
  return {
    password,
    code,
    value: () => ({ password: password.value, code: code.value.trim() }),
    forget: () => {
      password.value = "";
      code.value = "";
    },
  };
};

const Address = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const proof = useProof();
  const email = useSignal("");
  const done = useSignal("");
  const user = app.store.people.value.users.get(app.store.ownId);
  const isFixed = app.store.realm.value.realm_email_changes_disabled === true && !isAdministrator(app.store);
  return (
    <section class="setting-group">
      <h2>{deferredWords.email}</h2>
      <p>{screenWords.addressNow(user?.delivery_email ?? user?.email ?? "")}</p>
      {isFixed ? (
        <p class="soft">{screenWords.addressFixed}</p>
      ) : (
        <details class="unfolding">
          <summary>{screenWords.changeAddress}</summary>
          <form
            onSubmit={async (event) => {
              event.preventDefault();
              const wanted = email.value.trim();
              if (!(await run(() => changeAddress(wanted, proof.value())))) return;
              done.value = wanted;
              proof.forget();
            }}
          >
            <Field
              label={screenWords.newAddress}
              type="email"
              autocomplete="email"
              isRequired
              value={email.value}
              onInput={(text) => {
                email.value = text;
              }}
            />
            <ProofFields {...proof} />
            {!sendsMail() && <p class="soft">{screenWords.confirmByLog}</p>}
            <div class="form-actions">
              <button type="submit" class="primary" disabled={isBusy}>
                {sendsMail() ? screenWords.sendConfirmation : screenWords.changeAddress}
              </button>
            </div>
            {problem}
          </form>
        </details>
      )}
      {done.value !== "" && (
        <p role="status">{sendsMail() ? screenWords.confirmAddress(done.value) : screenWords.confirmByLog}</p>
      )}
    </section>
  );
};

const Password = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const proof = useProof();
  const wanted = useSignal("");
  const realm = app.store.realm.value;
  return (
    <section class="setting-group">
      <h2>{screenWords.password}</h2>
      <details class="unfolding">
        <summary>{screenWords.changePassword}</summary>
        <form
          onSubmit={async (event) => {
            event.preventDefault();
            if (!(await run(() => changePassword(wanted.value, proof.value())))) return;
            wanted.value = "";
            proof.forget();
            app.showToast({ text: screenWords.passwordChanged });
          }}
        >
          <input
            type="hidden"
            autocomplete="username"
            value={app.store.people.value.users.get(app.store.ownId)?.email}
          />
          <ProofFields {...proof} />
          <Field
            label={screenWords.newPassword}
            type="password"
            autocomplete="new-password"
            isRequired
            hint={screenWords.passwordRule(Number(realm.realm_password_min_length ?? 8))}
            value={wanted.value}
            onInput={(text) => {
              wanted.value = text;
            }}
          />
          <div class="form-actions">
            <button type="submit" class="primary" disabled={isBusy}>
              {screenWords.changePassword}
            </button>
            <a class="link" href="/accounts/password/reset">
              {screenWords.forgotten}
            </a>
          </div>
          {problem}
        </form>
      </details>
    </section>
  );
};

const End = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const end = () =>
    run(async () => {
      await deactivateOwnAccount();
      app.leave();
      await clearStoredData();
      window.location.assign("/login");
    });
  return (
    <section class="setting-group">
      <h2>{screenWords.endAccount}</h2>
      <p>{screenWords.endAccountHint}</p>
      <div>
        <button
          type="button"
          class="plain dangerous"
          disabled={isBusy}
          onClick={() => {
            app.dialog.value = {
              kind: "confirm",
              text: screenWords.endAccountQuestion,
              label: screenWords.endAccount,
              run: () => void end(),
            };
          }}
        >
          {screenWords.endAccount}
        </button>
      </div>
      {problem}
    </section>
  );
};

/** Email address, password, two-factor authentication, and deactivating the account. */
export const Account = () => (
  <>
    <Address />
    <Password />
    <Factors />
    <End />
  </>
);
