import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import {
  endFactorsOf,
  endKeysOf,
  endSessionOf,
  endSessionsOf,
  fetchKeysOf,
  fetchSessionsOf,
} from "../../../api/administration";
import type { BrowserSession, KeyFacts } from "../../../api/settings";
import { useApp } from "../../../app/app";
import type { User } from "../../../wire/wire";
import { administrationWords } from "../../../words/en-channel-administration";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { shortDateAndTime } from "../parts/short-time";
import { useAction } from "../parts/use-action";
import { useUndoable } from "../parts/use-undoable";
import { whyNotAccess } from "./person-rights";

interface SettingsStore {
  readonly sessions: readonly BrowserSession[];
  readonly keys: readonly KeyFacts[];
}

/** A person's logged-in browsers and apps. */
const Logins = ({
  id,
  known,
  load,
}: {
  readonly id: number;
  readonly known: SettingsStore;
  readonly load: () => void;
}) => {
  const { run, problem, isBusy } = useAction();
  return (
    <>
      {known.sessions.length === 0 && <p class="soft">{administrationWords.noSessions}</p>}
      <ul class="inbox-list">
        {known.sessions.map((session) => (
          <li key={session.id} class="channel-row">
            <div class="channel-about">
              <strong>{session.browser}</strong>
              <p class="soft">
                {screenWords.sessionFacts(
                  session.network,
                  shortDateAndTime(session.created),
                  shortDateAndTime(session.last_seen),
                )}
              </p>
            </div>
            <button
              type="button"
              class="plain"
              disabled={isBusy}
              aria-label={screenWords.logOutOf(session.browser)}
              onClick={() => void run(() => endSessionOf(id, session.id)).then(load)}
            >
              {deferredWords.logOut}
            </button>
          </li>
        ))}
      </ul>
      {known.keys.map(({ created, last_used, client, network }) => (
        <p key={created} class="soft">
          {screenWords.apiKey}:{" "}
          {screenWords.keyFacts(
            created === null ? "" : shortDateAndTime(created),
            last_used === null ? "" : shortDateAndTime(last_used),
            [client, network].filter(Boolean).join(", "),
          )}
        </p>
      ))}
      {problem}
    </>
  );
};

/** A person's sessions, API key and second factors. */
export const Access = ({ user }: { readonly user: User }) => {
  const app = useApp();
  const { act, problem, isBusy } = useUndoable();
  const loading = useAction();
  const known = useSignal<SettingsStore | undefined>(undefined);
  const { user_id: id, full_name: name } = user;
  const reason = whyNotAccess(app.store, user);
  const load = () =>
    void loading.run(async () => {
      const [sessions, keys] = await Promise.all([fetchSessionsOf(id), fetchKeysOf(id)]);
      known.value = { sessions, keys };
    });
  useEffect(() => {
    if (reason === undefined) load();
  }, [reason, id]);
  const actions = [
    [administrationWords.endSessions, administrationWords.endSessionsQuestion, endSessionsOf],
    [administrationWords.endKeys, administrationWords.endKeysQuestion, endKeysOf],
    [administrationWords.endFactors, administrationWords.endFactorsQuestion, endFactorsOf],
  ] as const;
  return (
    <section class="setting-group">
      <h2>{administrationWords.endAccess}</h2>
      {reason !== undefined && <p class="soft">{reason}</p>}
      {known.value && <Logins id={id} known={known.value} load={load} />}
      <div class="form-actions">
        {actions.map(([label, question, end]) => (
          <button
            key={label}
            type="button"
            class="plain"
            disabled={reason !== undefined || isBusy}
            onClick={() => {
              const run = () => void act(`${name}: ${label}`, () => end(id)).then(load);
              app.dialog.value = { kind: "confirm", text: question(name), label, run };
            }}
          >
            {label}
          </button>
        ))}
      </div>
      {loading.problem}
      {problem}
    </section>
  );
};
