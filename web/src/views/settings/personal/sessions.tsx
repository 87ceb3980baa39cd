import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import {
  type BrowserSession,
  endKeys,
  endOtherSessions,
  endSession,
  fetchKeys,
  fetchSessions,
  type KeyFacts,
  renewKey,
} from "../../../api/settings";
import { useApp } from "../../../app/app";
import { copyText } from "../../../ui/clipboard";
import { words } from "../../../words/en";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { shortDateAndTime } from "../parts/short-time";
import { useAction } from "../parts/use-action";
import { ProofFields } from "./account";
import { saveZuliprc } from "./zuliprc";

const Browsers = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const sessions = useSignal<readonly BrowserSession[] | undefined>(undefined);
  const load = async () => {
    sessions.value = await fetchSessions();
  };
  useEffect(() => void run(load), []);
  const end = async (doing: () => Promise<unknown>) => {
    const isDone = await run(async () => {
      await doing();
      await load();
    });
    if (isDone) app.showToast({ text: screenWords.loggedOutThere });
  };
  const others = sessions.value?.filter(({ is_current }) => !is_current) ?? [];
  return (
    <section class="setting-group">
      <h2>{screenWords.browsers}</h2>
      <ul class="inbox-list">
        {sessions.value?.map((session) => (
          <li key={session.id} class="channel-row">
            <div class="channel-about">
              <strong>{session.browser}</strong> {session.is_current && screenWords.thisOne}
              <p class="soft">
                {screenWords.sessionFacts(
                  session.network,
                  shortDateAndTime(session.created),
                  shortDateAndTime(session.last_seen),
                )}
              </p>
            </div>
            {!session.is_current && (
              <button
                type="button"
                class="plain"
                disabled={isBusy}
                aria-label={screenWords.logOutOf(session.browser)}
                onClick={() => void end(() => endSession(session.id))}
              >
                {deferredWords.logOut}
              </button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div>
          <button type="button" class="plain" disabled={isBusy} onClick={() => void end(endOtherSessions)}>
            {screenWords.logOutElsewhere}
          </button>
        </div>
      )}
      {problem}
    </section>
  );
};

const Key = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const keys = useSignal<readonly KeyFacts[]>([]);
  const [password, code, key] = [useSignal(""), useSignal(""), useSignal("")];
  const load = async () => {
    keys.value = await fetchKeys();
  };
  useEffect(() => void run(load), []);
  const self = app.store.people.value.users.get(app.store.ownId);
  const end = () => {
    void run(async () => {
      await endKeys();
      key.value = "";
      await load();
    });
  };
  return (
    <section class="setting-group">
      <h2>{screenWords.apiKey}</h2>
      <p>{screenWords.apiKeyHint}</p>
      {keys.value.map(({ created, last_used, client, network }) => (
        <p key={created} class="soft">
          {screenWords.keyFacts(
            created === null ? "" : shortDateAndTime(created),
            last_used === null ? "" : shortDateAndTime(last_used),
            [client, network].filter(Boolean).join(", "),
          )}
        </p>
      ))}
      <details class="unfolding">
        <summary>{screenWords.newKey}</summary>
        <form
          onSubmit={async (event) => {
            event.preventDefault();
            await run(async () => {
              key.value = await renewKey({ password: password.value, code: code.value.trim() });
              password.value = "";
              code.value = "";
              await load();
            });
          }}
        >
          <p>{screenWords.newKeyHint}</p>
          <ProofFields password={password} code={code} />
          <div class="form-actions">
            <button type="submit" class="primary" disabled={isBusy}>
              {screenWords.newKey}
            </button>
          </div>
        </form>
      </details>
      {key.value !== "" && (
        <div class="inline-form">
          <input class="field" readOnly aria-label={screenWords.apiKey} value={key.value} />
          <button
            type="button"
            class="plain"
            onClick={() => {
              void copyText(key.value).then(() => {
                app.showToast({ text: words.copied });
              });
            }}
          >
            {words.copy}
          </button>
          <button
            type="button"
            class="plain"
            onClick={() => saveZuliprc(self?.delivery_email ?? self?.email ?? "", key.value)}
          >
            {screenWords.zuliprc}
          </button>
        </div>
      )}
      {keys.value.length > 0 && (
        <div>
          <button
            type="button"
            class="plain dangerous"
            disabled={isBusy}
            onClick={() => {
              app.dialog.value = {
                kind: "confirm",
                text: screenWords.endKeyQuestion,
                label: screenWords.endKey,
                run: end,
              };
            }}
          >
            {screenWords.endKey}
          </button>
        </div>
      )}
      {problem}
    </section>
  );
};

/** The browsers and apps where the user is logged in. */
export const Sessions = () => (
  <>
    <Browsers />
    <Key />
  </>
);
