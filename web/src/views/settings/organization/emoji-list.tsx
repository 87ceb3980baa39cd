import { useSignal } from "@preact/signals";
import { addEmoji, removeEmoji } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { mayInRealm } from "../../../store/rights";
import { AnyIcon } from "../../../ui/any-icon";
import { words } from "../../../words/en";
import { cardWords } from "../../../words/en-cards";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { isAdministrator } from "../parts/scope";
import { Field, useAction } from "../parts/use-action";

const NewEmoji = () => {
  const { run, problem, isBusy } = useAction();
  const name = useSignal("");
  const file = useSignal<File | undefined>(undefined);
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const picture = file.value;
        if (picture === undefined) return;
        if (!(await run(() => addEmoji(name.value.trim(), picture)))) return;
        name.value = "";
        (event.target as HTMLFormElement).reset();
        file.value = undefined;
      }}
    >
      <div class="two-fields">
        <Field
          label={cardWords.name}
          value={name.value}
          isRequired
          hint={screenWords.emojiNameHint}
          onInput={(text) => {
            name.value = text;
          }}
        />
        <label>
          {screenWords.picture}
          <input
            class="field"
            type="file"
            accept="image/*"
            required
            onChange={({ currentTarget }) => {
              file.value = currentTarget.files?.[0];
            }}
          />
        </label>
      </div>
      <div class="form-actions">
        <button type="submit" class="primary" disabled={isBusy}>
          {deferredWords.add}
        </button>
      </div>
      {problem}
    </form>
  );
};

/** Custom emoji. */
export const EmojiList = () => {
  const app = useApp();
  const { run, problem } = useAction();
  const emoji = [...app.store.realmEmoji.value.values()]
    .filter(({ deactivated }) => !deactivated)
    .sort((a, b) => a.name.localeCompare(b.name));
  const mayAdd = mayInRealm(app.store, "can_add_custom_emoji_group");
  const mayRemove = (author: number | null | undefined) =>
    isAdministrator(app.store) || author === app.store.ownId;
  return (
    <>
      {mayAdd ? <NewEmoji /> : <p class="soft">{screenWords.noEmojiAllowed}</p>}
      {emoji.length === 0 && <p class="soft">{screenWords.noEmoji}</p>}
      <ul class="inbox-list">
        {emoji.map(({ id, name, source_url, author_id }) => (
          <li key={id} class="channel-row">
            <img src={source_url} alt="" width={28} height={28} loading="lazy" />
            <span class="inbox-name">
              :{name}:{" "}
              <span class="soft">
                {author_id ? deferredWords.writtenBy(app.names.userName(author_id) ?? "") : ""}
              </span>
            </span>
            {mayRemove(author_id) && (
              <button
                type="button"
                class="quiet"
                aria-label={words.remove(name)}
                onClick={() => {
                  app.dialog.value = {
                    kind: "confirm",
                    text: screenWords.removeEmojiQuestion(name),
                    label: words.remove(name),
                    run: () => void run(() => removeEmoji(name)),
                  };
                }}
              >
                <AnyIcon name="trash" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {problem}
    </>
  );
};
