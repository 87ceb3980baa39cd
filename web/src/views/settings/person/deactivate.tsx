import { useSignal } from "@preact/signals";
import { type DeactivationChoice, deactivateWith, deactivationChoices } from "../../../api/administration";
import { sendsMail } from "../../../api/http";
import { reactivateUser } from "../../../api/settings";
import { useApp } from "../../../app/app";
import type { User } from "../../../wire/wire";
import { administrationWords } from "../../../words/en-channel-administration";
import { screenWords } from "../../../words/en-settings-screens";
import { useUndoable } from "../parts/use-undoable";
import { whyNotPerson } from "./person-rights";

/** Deactivates an account, optionally with its content, or reactivates it. */
export const Deactivate = ({ user }: { readonly user: User }) => {
  const app = useApp();
  const { act, problem, isBusy } = useUndoable();
  const choices = useSignal<readonly DeactivationChoice[]>([]);
  const comment = useSignal("");
  const { user_id: id, full_name: name } = user;
  const reason = whyNotPerson(app.store, user);
  const end = () => {
    const chosen = choices.value;
    void act(
      screenWords.gone(name),
      () => deactivateWith(id, chosen, comment.value.trim()),
      // Deleted content doesn't come back.
      chosen.length === 0 ? () => reactivateUser(id) : undefined,
    );
  };
  const ask = () => {
    app.dialog.value = {
      kind: "confirm",
      text: (choices.value.length > 0 ? administrationWords.confirmDeletion : screenWords.deactivateQuestion)(
        name,
      ),
      label: screenWords.deactivate,
      run: end,
    };
  };
  if (!user.is_active)
    return (
      <section class="setting-group">
        <h2>{screenWords.reactivate}</h2>
        {reason !== undefined && <p class="soft">{reason}</p>}
        <div>
          <button
            type="button"
            class="plain"
            disabled={reason !== undefined || isBusy}
            onClick={() => void act(screenWords.isBack(name), () => reactivateUser(id))}
          >
            {screenWords.reactivate}
          </button>
        </div>
        {problem}
      </section>
    );
  return (
    <section class="setting-group">
      <h2>{screenWords.deactivate}</h2>
      <p class="soft">{reason ?? administrationWords.deactivationHint}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <fieldset disabled={reason !== undefined} aria-label={screenWords.deactivate}>
          {deactivationChoices.map((one) => (
            <label key={one} class="check">
              <input
                type="checkbox"
                checked={choices.value.includes(one)}
                onChange={({ currentTarget }) => {
                  const others = choices.value.filter((other) => other !== one);
                  choices.value = currentTarget.checked ? [...others, one] : others;
                }}
              />
              {administrationWords.deactivation[one]}
            </label>
          ))}
          {sendsMail() && (
            <label>
              {administrationWords.comment}
              <textarea
                class="field"
                rows={2}
                dir="auto"
                maxLength={2000}
                value={comment.value}
                onInput={({ currentTarget }) => {
                  comment.value = currentTarget.value;
                }}
              />
              <span class="hint">{administrationWords.commentHint}</span>
            </label>
          )}
          <div class="form-actions">
            <button type="submit" class="plain dangerous" disabled={isBusy}>
              {screenWords.deactivate}
            </button>
          </div>
        </fieldset>
      </form>
      {problem}
    </section>
  );
};
