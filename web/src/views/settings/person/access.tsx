import { endFactorsOf, endKeysOf, endSessionsOf } from "../../../api/administration";
import type { User } from "../../../api/wire";
import { useApp } from "../../../app";
import { administrationWords } from "../../../words/en-channel-administration";
import { useUndoable } from "../undoable";
import { whyNotAccess } from "./person-rights";

/** Where they are logged in, and what proves that it is they. */
export const Access = ({ user }: { readonly user: User }) => {
  const app = useApp();
  const { act, problem, isBusy } = useUndoable();
  const { user_id: id, full_name: name } = user;
  const reason = whyNotAccess(app.store, user);
  const acts = [
    [administrationWords.endSessions, administrationWords.endSessionsQuestion, endSessionsOf],
    [administrationWords.endKeys, administrationWords.endKeysQuestion, endKeysOf],
    [administrationWords.endFactors, administrationWords.endFactorsQuestion, endFactorsOf],
  ] as const;
  return (
    <section class="setting-group">
      <h2>{administrationWords.endAccess}</h2>
      {reason !== undefined && <p class="soft">{reason}</p>}
      <div class="form-acts">
        {acts.map(([label, question, end]) => (
          <button
            key={label}
            type="button"
            class="plain"
            disabled={reason !== undefined || isBusy}
            onClick={() => {
              const run = () => void act(`${name}: ${label}`, () => end(id));
              app.dialog.value = { kind: "confirm", text: question(name), label, run };
            }}
          >
            {label}
          </button>
        ))}
      </div>
      {problem}
    </section>
  );
};
